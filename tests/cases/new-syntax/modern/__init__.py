"""Samples words."""
