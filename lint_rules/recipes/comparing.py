"""The same names as several engines read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from lint_rules.recipes.grouping import group
from lint_rules.recipes.matching import PLAIN
from lint_rules.recipes.model import Recipe
from lint_rules.recipes.reading import Reading
from lint_rules.recipes.verdict import Fused, Outcome, Verdict

_LAYER = "model.layers.0"
_MOST_PROBES = 2000


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
        said = {outcome for outcome in self.outcomes if outcome is not Outcome.UNREAD}
        # Who builds no such layer has no trouble with it.
        return len(said if Outcome.ERROR in said else said - {None}) > 1


def compare(readings: Sequence[Reading], names: Sequence[str], fused: Fused) -> list[Row]:
    """What each engine makes of each name."""
    return [Row(name, tuple(reading.verdict(name, fused) for reading in readings)) for name in names]


def probes(recipe: Recipe) -> list[str]:
    """The names that a recipe's items are themselves, and for a part of a name, `mlp.gate`, a layer that ends with it.

    Of experts that are listed one by one there can be a hundred thousand: that many are not tried.
    """
    texts = [item.text for each in recipe.lists for item in each.items if PLAIN.fullmatch(item.text)]
    inner = [
        text for text in texts if "." in text and not any(map(str.isdigit, text.split("."))) and text[:6] != "model."
    ]
    return _some(list(dict.fromkeys([*texts, *(f"{_LAYER}.{text}" for text in inner)])))


def _some(names: list[str]) -> list[str]:
    """Of very many names, the first few of those that differ in numbers only."""
    if len(names) <= _MOST_PROBES:
        return names
    groups = group(names)
    each = max(1, _MOST_PROBES // len(groups))
    return [names[at] for found in groups[:_MOST_PROBES] for at in found.members[:each]]


def joined(readings: Sequence[Reading], rows: Sequence[Row], fused: Fused) -> Iterator[Row]:
    """The layers that some engines build of several of these names, where that is another thing than its parts are."""
    known = {row.name: row for row in rows}
    fusing = [at for at, reading in enumerate(readings) if reading.fuses]
    for whole, parts in _wholes(known, fused) if fusing else ():
        verdicts = tuple(reading.verdict(whole, fused) if reading.fuses else None for reading in readings)
        row = Row(whole, verdicts)
        if len({each.outcomes[at] for each in (row, *(known[part] for part in parts)) for at in fusing}) > 1:
            yield row


def _wholes(known: Collection[str], fused: Fused) -> Iterator[tuple[str, list[str]]]:
    """The layers of which all parts are known and which are not known themselves, with these."""
    beginning: dict[str, list[str]] = {}
    for layer, parts in fused.items():
        beginning.setdefault(parts[0], []).append(layer)
    for name in known:
        stem, dot, part = name.rpartition(".")
        for layer in beginning.get(part, ()):
            spelled = [f"{stem}{dot}{other}" for other in fused[layer]]
            if f"{stem}{dot}{layer}" not in known and all(each in known for each in spelled):
                yield f"{stem}{dot}{layer}", spelled
