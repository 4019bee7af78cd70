"""Presets, one module for each kind of limb."""
