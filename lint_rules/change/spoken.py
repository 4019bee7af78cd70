"""Whether an outcome speaks of what some askers drew: their sketches are told apart by all but the places in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from lint_rules.change.file import spans_of
from lint_rules.change.record import Row
from lint_rules.outcome import Outcome

_ELSEWHERE = frozenset({"QF001", "QF002", "QF003", "QF004", "QF005", "QF009", "QF010", "QF011"})
"""Rules that speak of no place in a sketch."""


def spoken_of(outcome: Outcome) -> Mapping[Path, set[int]]:
    """The lines of each file that an outcome speaks of, and that may be places in sketches."""
    lines: dict[Path, set[int]] = {}
    for path, line in _places(outcome):
        lines.setdefault(path, set()).add(line)
    return lines


def may_be_of(askers: frozenset[int], lines: Collection[int], row: Row, data: bytes, facts: bytes | None) -> bool:
    """Whether any of some lines of a file may be a place in what some askers drew.

    Args:
        askers: those, each by its number.
        lines: lines of the file.
        row: what was asked of the file.
        data: what it holds.
        facts: its facts; None where there are none.
    """
    if not row.facts:
        return False
    if facts is None or data.count(b"\r") != data.count(b"\r\n"):
        # With a lone carriage return, Python counts lines in another way.
        return True
    spans = spans_of(facts)
    asked = {number for number, who in row.bodies.items() if not askers.isdisjoint(who)} if row.bodies else set()
    inside = [{number for number, (first, last) in enumerate(spans) if first <= line <= last} for line in lines]
    # What stands outside of functions may have been worked out for anybody.
    return any(not numbers or not numbers.isdisjoint(asked) for numbers in inside)


def _places(outcome: Outcome) -> Iterator[tuple[Path, int]]:
    # What could not be resolved was no part of a sketch.
    for each in outcome.diagnostics:
        if each.code not in _ELSEWHERE:
            yield each.path, each.start.line
            yield from ((step.path, step.line) for step in each.flow if step.path is not None and step.line is not None)
            if each.cited is not None:
                yield each.cited.path, each.cited.line
