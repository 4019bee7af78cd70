"""Follows many objects through a video."""
