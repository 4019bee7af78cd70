"""Adds up, in files of all kinds."""
