"""The edits of a fix as rows and columns of their files, which is how programs take them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Fix, Position
from lint_rules.project.text import with_line_ends


class Change(NamedTuple):
    """What stands from ``start`` to ``end`` becomes ``content``, which ends its lines as the file does there."""

    path: Path
    start: Position
    end: Position
    """One past the last character."""
    content: str


def changes(fix: Fix, text: Callable[[Path], str]) -> list[Change]:
    """Return the edits of a fix, in their order; ``text`` returns a file's text."""
    found = []
    for edit in fix.edits:
        old = text(edit.path)
        content = with_line_ends(edit.content, old, edit.start)
        found.append(Change(edit.path, _position(old, edit.start), _position(old, edit.end), content))
    return found


def applicability(fix: Fix) -> str:
    """Return ruff's word for how far a fix can be trusted."""
    return "safe" if fix.safe else "unsafe"


def _position(text: str, index: int) -> Position:
    """Return the place of an index; lines end at line feeds and at nothing else, as everywhere in reports."""
    return Position(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))
