"""A neural receiver."""
