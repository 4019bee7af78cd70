"""A place in the code under check."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Site(NamedTuple):
    """A place in a file, as :mod:`ast` counts: lines from 1, columns from 0 in bytes."""

    path: Path
    line: int
    column: int
