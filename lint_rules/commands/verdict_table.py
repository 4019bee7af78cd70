"""Names and what engines make of them, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lint_rules.reports.terminal import paint, visible, width

if TYPE_CHECKING:
    from lint_rules.recipes.comparing import Row
    from lint_rules.recipes.reading import Reading

MARK = "!"
"""Stands before a name on which engines disagree."""
_STYLES = {"excluded": "cyan", "error": "red", "not read": "bold"}


def verdict_table(readings: Sequence[Reading], told: Sequence[tuple[str, int, Row]], color: bool) -> Iterator[str]:
    """Yield a line for each name, with how many it stands for and a row that speaks for them all."""
    heads = [reading.engine for reading in readings]
    names = [visible(text) for text, _, _ in told]
    widest = max((4, *map(width, names)))
    most = max((len(str(times)) for _, times, _ in told if times > 1), default=-2)
    columns = [max(len(head), len("quantized")) for head in heads]
    titles = "  ".join(f"{head:<{size}}" for head, size in zip(heads, columns, strict=True))
    yield paint(f"  {'name':<{widest}}{' ' * (most + 2)}  {titles}".rstrip(), "bold", color)
    for name, (_, times, row) in zip(names, told, strict=True):
        counted = f"  {times if times > 1 else '':>{most}}" if most > 0 else ""
        mark = paint(MARK, "red", color) if row.is_disputed else " "
        words = [outcome.value if outcome else "-" for outcome in row.outcomes]
        cells = "  ".join(_cell(word, size, color) for word, size in zip(words, columns, strict=True))
        yield f"{mark} {name}{' ' * (widest - width(name))}{counted}  {cells}".rstrip()


def _cell(word: str, size: int, color: bool) -> str:
    return (paint(word, _STYLES[word], color) if word in _STYLES else word) + " " * (size - len(word))
