"""Counts animals."""
