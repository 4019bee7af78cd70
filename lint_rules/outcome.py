"""What a check found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic


class Unresolved(NamedTuple):
    """Something that matters and could not be resolved, so that nothing is said about it."""

    path: Path
    line: int
    column: int
    message: str


class Outcome(NamedTuple):
    """What a check found. Nothing is selected, suppressed or limited to paths yet."""

    diagnostics: list[Diagnostic]
    unresolved: list[Unresolved]
    commented: Sequence[Path] = ()
    """The files that may hold ignore comments, sorted: those whose bytes say so."""
