"""Time series, by mixers that are chosen by name."""
