"""Forecasts on a sphere."""
