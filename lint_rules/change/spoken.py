"""Whether an outcome speaks of what some askers drew: their sketches are told apart by all but the places in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lint_rules.change.record import Record
    from lint_rules.outcome import Outcome
    from lint_rules.project.source import Source

_ELSEWHERE = frozenset({"QF001", "QF002", "QF003", "QF004", "QF005", "QF009", "QF010", "QF011"})
"""Rules that speak of no place in a sketch."""
_OUTSIDE = -1


def spoken(outcome: Outcome, sources: Iterable[Source]) -> Mapping[Path, list[int]]:
    """The functions in which an outcome speaks of what may be places in sketches.

    Returns the numbers of these functions in each file, in the order of the file; -1 stands for what is outside of them.
    """
    lines: dict[Path, set[int]] = {}
    for path, line in _places(outcome):
        lines.setdefault(path, set()).add(line)
    return {
        source.path: sorted({number for line in lines[source.path] for number in _around(source, line)})
        for source in sources
        if source.path in lines and source.asked.facts
    }


def may_speak_of(record: Record, askers: Iterable[int]) -> bool:
    """Whether the outcome of a record may speak of places that some askers, each by its number, came upon."""
    wanted = frozenset(askers)
    for number, functions in record.spoken.items():
        row = record.row(number)
        # What stands outside of functions may have been worked out for anybody.
        if row is not None and (
            _OUTSIDE in functions or any(not wanted.isdisjoint(row.bodies.get(each, ())) for each in functions)
        ):
            return True
    return False


def _around(source: Source, line: int) -> Iterator[int]:
    """The functions around a line."""
    if source.counts_otherwise:
        # Python begins a line in more places.
        return iter([_OUTSIDE])
    return iter([number for number, (first, last) in enumerate(source.spans) if first <= line <= last] or [_OUTSIDE])


def _places(outcome: Outcome) -> Iterator[tuple[Path, int]]:
    # What could not be resolved was no part of a sketch.
    for each in outcome.diagnostics:
        if each.code not in _ELSEWHERE:
            yield each.path, each.start.line
            yield from ((step.path, step.line) for step in each.flow if step.path is not None and step.line is not None)
            if each.cited is not None:
                yield each.cited.path, each.cited.line
