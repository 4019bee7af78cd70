"""The lines of source around a finding, with carets below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lint_rules.diagnostic import Diagnostic
from lint_rules.reports.terminal import paint, visible, width

BEFORE = 2
"""How many lines before the finding's own are shown."""
LONGEST = 160
"""A line with more characters than this is cut around the finding."""
_CUT = "…"


def gutter(diagnostic: Diagnostic) -> str:
    """Return the spaces that stand before the bar or the ``=`` of a line without a number."""
    return " " * (len(str(diagnostic.start.line)) + 1)


def excerpt(diagnostic: Diagnostic, lines: Sequence[str], color: bool) -> Iterator[str]:
    """Yield what to print for ``diagnostic``, nothing if its file has no such line."""
    row = diagnostic.start.line
    if not 1 <= row <= len(lines) or not any(lines):
        return
    margin = gutter(diagnostic)
    bar = paint("|", "blue", color)
    first = max(0, diagnostic.start.column - LONGEST // 2) if len(lines[row - 1]) > LONGEST else 0
    yield f"{margin}{bar}"
    for number in range(max(1, row - BEFORE), row + 1):
        source = visible(_window(lines[number - 1], first))
        yield f"{paint(f'{number:<{len(margin) - 1}}', 'blue', color)} {bar} {source}".rstrip()
    spaces, carets = _carets(diagnostic, lines[row - 1], first)
    yield f"{margin}{bar} {spaces}{paint(carets, 'red', color)}"


def _window(line: str, first: int) -> str:
    """Cut a line to the characters that are shown, with a mark at each end that was cut."""
    part = line[first : first + LONGEST]
    before = _CUT if first and part else ""
    return before + part + (_CUT if len(line) > first + LONGEST else "")


def _carets(diagnostic: Diagnostic, line: str, first: int) -> tuple[str, str]:
    """Return the spaces before the carets and the carets, as wide as what stands above them on a terminal."""
    start = max(first, min(diagnostic.start.column - 1, len(line)))
    one_line = diagnostic.end.line == diagnostic.start.line
    end = min(diagnostic.end.column - 1 if one_line else len(line), len(line), first + LONGEST)
    before = width(_CUT if first else "") + width(visible(line[first:start]))
    return " " * before, "^" * max(1, width(visible(line[start:end])))
