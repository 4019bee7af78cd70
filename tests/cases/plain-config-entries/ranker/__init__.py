"""Ranking models for four shops."""
