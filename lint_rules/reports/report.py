"""What every report is made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic


class Report(NamedTuple):
    """Findings to print, with what it takes to print them."""

    diagnostics: Sequence[Diagnostic]
    files: int
    """How many files were reported on."""
    elsewhere: int
    """How many findings are in files that were not asked for."""
    names: Mapping[str, str]
    """Code to name of a rule."""
    lines: Callable[[Path], Sequence[str]]
    """Returns a file's lines, without their ends."""
    folder: Path
    """The current directory: paths below it are printed relative to it."""
    color: bool = False
    quiet: bool = False
    fixed: int = 0
    """How many problems were fixed, beside those in ``diagnostics``."""

    def place(self, path: Path) -> str:
        """Return a path as it is printed."""
        return shown_path(path, self.folder)


def shown_path(path: Path, folder: Path) -> str:
    """Return ``path`` relative to ``folder`` where it lies below, else as it is."""
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
