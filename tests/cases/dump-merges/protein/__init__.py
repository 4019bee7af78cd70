"""Structures of proteins."""
