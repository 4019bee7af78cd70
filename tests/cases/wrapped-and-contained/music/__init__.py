"""Listens to music."""
