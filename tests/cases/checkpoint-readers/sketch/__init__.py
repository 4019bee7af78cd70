"""Drawings as sequences of strokes."""
