"""Ranks the items of a shop."""
