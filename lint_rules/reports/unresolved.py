"""What could not be resolved, so that nothing was said about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from lint_rules.reports.report import shown_path
from lint_rules.reports.terminal import visible


class Place(Protocol):
    """Something with a place and a message."""

    @property
    def path(self) -> Path: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def message(self) -> str: ...


def render(unresolved: Iterable[Place], folder: Path) -> Iterator[str]:
    """Yield a line for each."""
    for item in unresolved:
        yield f"{visible(shown_path(item.path, folder))}:{item.line}:{item.column}: unresolved: {visible(item.message)}"
