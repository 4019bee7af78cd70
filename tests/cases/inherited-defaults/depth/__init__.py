"""Depth from a single image."""
