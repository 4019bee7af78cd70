"""Mixers for state spaces."""
