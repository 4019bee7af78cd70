"""Forecasts on a grid and at stations."""
