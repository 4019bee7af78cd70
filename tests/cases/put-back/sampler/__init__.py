"""The sampling loop of a trainer."""
