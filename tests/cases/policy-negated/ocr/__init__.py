"""Reads scanned pages."""
