"""Answers questions about a text."""
