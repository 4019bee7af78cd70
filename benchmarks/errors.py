"""What ends a benchmark."""

from __future__ import annotations


class BenchmarkError(Exception):
    """Something without which no figure can be had, or none that may be believed; its text is for a person."""
