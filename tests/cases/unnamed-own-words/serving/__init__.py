"""Models for an engine that is installed elsewhere."""
