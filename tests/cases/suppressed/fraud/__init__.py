"""Finds fraud."""
