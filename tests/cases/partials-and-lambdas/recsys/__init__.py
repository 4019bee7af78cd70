"""A click model."""
