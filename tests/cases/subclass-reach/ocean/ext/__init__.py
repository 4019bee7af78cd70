"""Models of other groups."""
