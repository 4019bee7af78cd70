"""What a person asked for that can't be done."""

from __future__ import annotations


class UsageError(Exception):
    """Ends the run with exit code 2. Its text is for a person: what was found, what is accepted."""
