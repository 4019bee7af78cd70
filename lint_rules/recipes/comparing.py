"""The same names as several engines read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lint_rules.recipes.reading import Reading
from lint_rules.recipes.verdict import NO_FUSED, Fused, Outcome, Verdict


class Row(NamedTuple):
    """One name, and what each engine makes of it."""

    name: str
    verdicts: tuple[Verdict | None, ...]
    """In the order of the engines; None where an engine builds no such layer, since it takes its parts for themselves."""

    @property
    def outcomes(self) -> tuple[Outcome | None, ...]:
        return tuple(verdict.outcome if verdict else None for verdict in self.verdicts)

    @property
    def is_disputed(self) -> bool:
        """Whether two engines make different things of it; one that does not read the recipe says nothing."""
        return len({outcome for outcome in self.outcomes if outcome is not Outcome.UNREAD}) > 1


def compare(readings: Sequence[Reading], names: Sequence[str], fused: Fused) -> list[Row]:
    """What each engine makes of each name."""
    return [Row(name, tuple(reading.verdict(name, fused) for reading in readings)) for name in names]


def split(readings: Sequence[Reading], names: Sequence[str], fused: Fused) -> Iterator[Row]:
    """Fused layers that some engine would build of these names and can't: a list excludes some of their parts and not all."""
    known = set(names)
    for whole in _wholes(names, known, fused):
        verdicts = [reading.verdict(whole, fused) for reading in readings]
        if any(verdict.outcome is Outcome.ERROR for verdict in verdicts):
            fuses = [
                reading.verdict(whole, NO_FUSED) != verdict for reading, verdict in zip(readings, verdicts, strict=True)
            ]
            yield Row(whole, tuple(verdict if each else None for verdict, each in zip(verdicts, fuses, strict=True)))


def _wholes(names: Sequence[str], known: set[str], fused: Fused) -> Iterator[str]:
    for name in names:
        stem, dot, part = name.rpartition(".")
        for layer, parts in fused.items():
            if part == parts[0] and f"{stem}{dot}{layer}" not in known:
                if all(f"{stem}{dot}{other}" in known for other in parts):
                    yield f"{stem}{dot}{layer}"
