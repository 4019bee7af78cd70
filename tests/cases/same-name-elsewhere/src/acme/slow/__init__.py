"""Mixers in plain operations."""
