"""Trains models that write code."""
