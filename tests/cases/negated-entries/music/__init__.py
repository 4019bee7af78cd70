"""Models that listen to music."""
