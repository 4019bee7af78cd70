"""Sparse feed-forward layers."""
