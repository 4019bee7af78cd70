"""Listens, on a small device."""
