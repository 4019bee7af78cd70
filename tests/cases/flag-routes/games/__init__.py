"""Plays board games."""
