"""Hears who speaks."""
