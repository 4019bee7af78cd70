"""Energies of molecules."""
