"""A chess engine's network."""
