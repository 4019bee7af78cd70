"""A vocoder and its trackers."""
