"""Draws maps."""
