"""Predicts the next trade."""
