"""Writes captions for images."""
