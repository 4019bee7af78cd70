"""Where exclusions and the recipe that they mirror name different modules.

Both are held against the layers that the recipe's models have. A name with an index stands for many layers, of which some may
lack the module: that a recipe lists a few of them means that the others are quantized only where each surely has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lint_rules.coverage.entries import Entries, Item
from lint_rules.coverage.mirrors import Mirror
from lint_rules.coverage.patterns import compiled_name
from lint_rules.coverage.presence import Presence
from lint_rules.manifest.model import Exclusion


class Caught(NamedTuple):
    """A module that an item covers, though the recipe quantizes it."""

    fqn: str
    numbers: frozenset[str]
    """The layers of which that is true; none where it is true of all."""


class Overbroad(NamedTuple):
    """An item that covers what the recipe lists, and what it quantizes."""

    item: Item
    mirror: Mirror
    listed: tuple[str, ...]
    caught: tuple[Caught, ...]


class Drift(NamedTuple):
    """What an exclusion, or all that mirror one recipe together, has too much or too little."""

    exclusion: Exclusion
    mirror: Mirror
    lacking: tuple[str, ...]
    """What the recipe lists and none of the exclusions has; told of the first of them."""
    extra: tuple[tuple[Item, tuple[str, ...]], ...]
    """Items of this exclusion that cover nothing but what the recipe quantizes, with that."""


class Comparison(NamedTuple):
    """All that is found about one recipe."""

    overbroad: tuple[Overbroad, ...]
    drifts: tuple[Drift, ...]


class _Reach(NamedTuple):
    """What one item covers."""

    item: Item
    listed: tuple[str, ...]
    caught: tuple[Caught, ...]


def compare(mirror: Mirror, entries: Entries, presence: Presence) -> Comparison:
    """Hold the exclusions that mirror a recipe against it."""
    return _Comparing(mirror, entries, presence).compare()


class _Comparing:
    """One recipe at a time."""

    def __init__(self, mirror: Mirror, entries: Entries, presence: Presence) -> None:
        self.mirror = mirror
        self.universe = mirror.universe
        self.presence = presence
        ids = {exclusion.id for exclusion in mirror.exclusions}
        self.items = [item for item in entries.items if item.exclusion.id in ids]
        self.covers = {item.entry: entries.covered(item, self.universe, mirror.spelling) for item in self.items}
        self.layers = {
            fqn: numbers
            for fqn, numbers in self.universe.fqns.items()
            if any(presence.is_quantizable(self.universe.modules[number]) for number in numbers)
        }

    def compare(self) -> Comparison:
        if not any(self.mirror.excluded(fqn) for fqn in self.layers) and self.mirror.begins_elsewhere(self.layers):
            # All of its names begin in another way than the code's: the two can't be held against each other.
            return Comparison((), ())
        reaches = [self._reach(item) for item in self.items]
        overbroad = [
            Overbroad(each.item, self.mirror, each.listed, each.caught)
            for each in reaches
            if each.listed and each.caught
        ]
        return Comparison(tuple(overbroad), tuple(self._drifts(reaches, tuple(self._lacking()))))

    def _drifts(self, reaches: Sequence[_Reach], lacking: tuple[str, ...]) -> Iterator[Drift]:
        for exclusion in self.mirror.exclusions:
            extra = tuple(
                (each.item, tuple(caught.fqn for caught in each.caught))
                for each in reaches
                if each.item.exclusion.id == exclusion.id and each.caught and not each.listed
            )
            if lacking or extra:
                yield Drift(exclusion, self.mirror, lacking, extra)
            lacking = ()

    def _lacking(self) -> Iterator[str]:
        """The names of layers that the recipe excludes and no item covers."""
        for fqn, numbers in self.layers.items():
            excluded = self.mirror.excluded(fqn)
            covered = frozenset().union(
                *(
                    self._numbers_covered(item, fqn)
                    for item in self.items
                    if not self.covers[item.entry].isdisjoint(numbers)
                )
            )
            missing = excluded - covered
            if missing == excluded and missing:
                yield fqn
            elif missing:
                yield from (fqn.replace("*", number, 1) for number in sorted(missing, key=int))

    def _reach(self, item: Item) -> _Reach:
        """Which layers an item covers, told apart by what the recipe says of them."""
        listed: list[str] = []
        caught: list[Caught] = []
        mine = self.covers[item.entry]
        for fqn, numbers in self.layers.items():
            if mine.isdisjoint(numbers):
                continue
            covered = self._numbers_covered(item, fqn)
            excluded = self.mirror.excluded(fqn) & covered
            if excluded:
                listed.append(fqn)
            if not self.mirror.excluded(fqn):
                caught += [Caught(fqn, frozenset())] if self.mirror.quantized(fqn) else []
            elif mine.issuperset(numbers) and self.presence.is_everywhere(self.universe, fqn):
                wrong = self.mirror.quantized(fqn) & covered
                if wrong:
                    caught.append(Caught(fqn, wrong))
        return _Reach(item, tuple(listed), tuple(caught))

    def _numbers_covered(self, item: Item, fqn: str) -> frozenset[str]:
        """The layers whose module of a name an item covers, where it covers some."""
        every = self.mirror.excluded(fqn) | self.mirror.quantized(fqn)
        if item.target is not None or "*" not in fqn or not any(map(str.isdecimal, item.entry.text)):
            return every
        names = list(self.mirror.spelling.with_parts([fqn]))
        patterns = [
            pattern
            for text in self.mirror.spelling.variants(item.entry.text)
            if (pattern := compiled_name(text)) is not None
        ]
        return frozenset(
            number
            for number in every
            if any(pattern.covers(name.replace("*", number, 1)) for pattern in patterns for name in names)
        )
