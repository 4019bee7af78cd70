"""Folds proteins."""
