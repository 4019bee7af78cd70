"""Learned corrections for a fluid solver."""

from physics.builders import closed_builder, mixed_builder, open_builder

__all__ = ["closed_builder", "mixed_builder", "open_builder"]
