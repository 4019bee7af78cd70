"""One check of one project: the manifest and the files go in, diagnostics come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic
from lint_rules.manifest.model import Manifest


class Request(NamedTuple):
    """What to check."""

    manifest: Manifest
    root: Path
    """The project root, absolute."""
    files: Sequence[Path]
    """All Python files of the project, absolute, sorted; the verdict uses them all."""
    overrides: Mapping[Path, bytes] = {}
    """Text that stands for a file's own, such as what an editor has not saved yet."""
    exhaustive: bool = False
    progress: Callable[[int, int], None] | None = None
    """Called with files read and files in all, while it runs."""


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


def check(request: Request) -> Outcome:
    """Judge the whole project by its manifest.

    Returns the findings of all rules, sorted by path, line, column and code.
    """
    raise NotImplementedError
