"""Speech from text."""
