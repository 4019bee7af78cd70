"""The recipes that exclusions mirror, each read as its engine reads it, by the names that the code gives its layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from os.path import normpath
from pathlib import Path
from typing import NamedTuple

from lint_rules.coverage.spelling import Spelling
from lint_rules.coverage.universe import Universe
from lint_rules.manifest.model import Exclusion, Manifest
from lint_rules.recipes.mirrored import engine_of, mirrored
from lint_rules.recipes.model import Item
from lint_rules.recipes.reading import Reading, reading
from lint_rules.recipes.verdict import Outcome, Verdict

_MOST_NUMBERS = 512
_FEW_LAYERS = 4
"""So many layers are tried where nothing says how many a model has."""


class Mirrored(NamedTuple):
    """A recipe as its engine reads it, with the exclusions that mirror it."""

    reading: Reading
    exclusions: tuple[Exclusion, ...]


class Split(NamedTuple):
    """A fused layer of which a recipe excludes some parts only."""

    item: Item
    fqn: str
    verdict: Verdict


def mirrored_recipes(manifest: Manifest, root: Path) -> list[Mirrored]:
    """The recipes that exclusions mirror, in the order of the manifest.

    Raises ManifestError, at its place in the manifest, where a recipe can't be read, or its engine does not know its method.
    """
    # One file may be spelled in several ways.
    groups: dict[tuple[str, str], list[Exclusion]] = {}
    for exclusion in manifest.exclusions:
        if exclusion.recipe is not None:
            groups.setdefault((normpath(exclusion.recipe.text), engine_of(exclusion, manifest)), []).append(exclusion)
    return [Mirrored(mirrored(exclusions[0], manifest, root), tuple(exclusions)) for exclusions in groups.values()]


class Mirror:
    """What a recipe says of the modules of the models that it speaks of."""

    def __init__(
        self,
        each: Mirrored,
        universe: Universe,
        spelling: Spelling,
        spelling_in: Callable[[Sequence[str]], Spelling],
        meant: Callable[[], Sequence[str]],
    ) -> None:
        """``spelling_in`` is how names are spelled in some models; ``spelling``, in all of them.

        ``meant`` are the models of which the exclusions speak: the recipe's, where it lists nothing of any.
        """
        self.recipe = each.reading.recipe
        self._engine = each.reading.engine
        self.exclusions = each.exclusions
        self._outcomes: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._reading = self._read(spelling)
        self.roots = self._chosen(universe) or list(meant())
        if len(self.roots) < len(universe.roots):
            spelling = spelling_in(self.roots)
            self._reading = self._read(spelling)
        self.spelling = spelling
        self.universe = universe.of(frozenset(self.roots))
        self._outcomes.clear()

    def excluded(self, fqn: str) -> frozenset[str]:
        """The numbers of the layers at which the recipe excludes a module; ``""`` where the name has no index."""
        return self._told(fqn)[0]

    def quantized(self, fqn: str) -> frozenset[str]:
        """The numbers of the model's layers at which the recipe quantizes a module, if each has one."""
        return self._told(fqn)[1]

    def splits(self) -> Iterator[Split]:
        """The fused layers of which some parts are excluded and others are not, each with the first item to blame."""
        for fqn in dict.fromkeys(module.fqn for module in self.universe.modules if module.is_layer):
            if fqn.rpartition(".")[2] in self.spelling.fused:
                for name in self._names(fqn, self._numbers):
                    verdict = self._verdict(name)
                    if verdict.outcome is Outcome.ERROR and verdict.item is not None:
                        yield Split(self._reading.items[verdict.item], fqn, verdict)
                        break

    def _read(self, spelling: Spelling) -> Reading:
        """The recipe with its names as they are, and as the code has them."""
        lists = tuple(
            each._replace(
                items=tuple(item._replace(text=text) for item in each.items for text in spelling.names(item.text))
            )
            for each in self.recipe.lists
        )
        self._fused = {name: min(ways) for name, ways in spelling.fused.items()}
        return reading(self._engine, self.recipe._replace(lists=lists))

    def _verdict(self, name: str) -> Verdict:
        return self._reading.verdict(name, self._fused)

    def _chosen(self, universe: Universe) -> list[str]:
        """The models that the recipe names; else those of which it excludes the most."""
        named = [root for root in universe.roots if root.rpartition(".")[2] in self.recipe.models]
        if named:
            return named
        counts: Counter[str] = Counter()
        for fqn, numbers in universe.names.items():
            roots = {universe.modules[number].root for number in numbers if universe.modules[number].is_layer}
            if roots and self._speaks_of(fqn):
                counts.update(roots)
        most = max(counts.values(), default=0)
        return [root for root in universe.roots if most and counts[root] == most]

    def _speaks_of(self, fqn: str) -> bool:
        """Whether the recipe excludes a module somewhere: a few layers tell."""
        numbers = list(dict.fromkeys((*self._spelled[0][:1], *self._spelled[0][-1:], "1")))
        return any(
            self._verdict(name).outcome in (Outcome.EXCLUDED, Outcome.ERROR) for name in self._names(fqn, numbers)
        )

    def _told(self, fqn: str) -> tuple[frozenset[str], frozenset[str]]:
        if fqn not in self._outcomes:
            excluded: set[str] = set()
            quantized: set[str] = set()
            for number in self._numbers if "*" in fqn else [""]:
                outcomes = {self._verdict(name).outcome for name in self._names(fqn, [number])}
                if not outcomes.isdisjoint({Outcome.EXCLUDED, Outcome.ERROR}):
                    excluded.add(number)
                elif outcomes == {Outcome.QUANTIZED}:
                    quantized.add(number)
            surely = quantized
            if "*" in fqn:
                # Where the recipe has words for what the code numbers, its numbers say nothing.
                surely = set() if self._is_keyed(fqn) else quantized.intersection(self._layers)
            self._outcomes[fqn] = frozenset(excluded), frozenset(surely)
        return self._outcomes[fqn]

    def _is_keyed(self, fqn: str) -> bool:
        """Whether the recipe has a name with words in it where this one has an index."""
        parts = fqn.split(".")
        return any(
            shape != tuple(parts) and all(one in ("*", other) for one, other in zip(parts, shape, strict=True))
            for shape in self._worded.get(len(parts), ())
        )

    def begins_elsewhere(self, fqns: Iterable[str]) -> bool:
        """Whether the recipe has a name of these behind something: its model is a part of what the checkpoint holds."""
        known = {tuple(fqn.split(".")) for fqn in fqns}
        shapes = [shape for size in self._worded.values() for shape in size]
        return any(shape[start:] in known for shape in shapes for start in range(1, len(shape)))

    @cached_property
    def _worded(self) -> dict[int, list[tuple[str, ...]]]:
        """The names of the recipe, numbers as ``*``, each once, by how many components they have."""
        found: dict[int, dict[tuple[str, ...], None]] = {}
        for item in self._reading.items:
            parts = tuple("*" if part.isdecimal() else part for part in item.text.split("."))
            found.setdefault(len(parts), {})[parts] = None
        return {size: list(shapes) for size, shapes in found.items()}

    def _names(self, fqn: str, numbers: Sequence[str]) -> Iterator[str]:
        """The names of a module in some layers, with a few numbers for indices further in."""
        first, *others = fqn.split("*") if "*" in fqn else (fqn,)
        if not others:
            yield fqn
            return
        for number in numbers:
            for inner in product(self._inner, repeat=len(others) - 1):
                yield first + "".join(index + part for index, part in zip((number, *inner), others, strict=True))

    @cached_property
    def _layers(self) -> list[str]:
        """The numbers that layers of the model surely have."""
        said = [int(number) for number in self._spelled[0]]
        depth = self.recipe.depth or max(said, default=_FEW_LAYERS - 1) + 1
        return list(map(str, range(min(depth, _MOST_NUMBERS))))

    @cached_property
    def _numbers(self) -> list[str]:
        """The numbers that are tried for a layer."""
        return list(dict.fromkeys((*self._layers, *self._spelled[0])))

    @cached_property
    def _inner(self) -> list[str]:
        """The numbers that are tried for indices inside a layer."""
        return list(dict.fromkeys(("0", *self._spelled[1])))[:3]

    @cached_property
    def _spelled(self) -> tuple[list[str], list[str]]:
        """The numbers that the recipe's names have, as the first one and further in."""
        first: dict[str, None] = {}
        inner: dict[str, None] = {}
        for item in self._reading.items:
            numbers = [part for part in item.text.split(".") if part.isdecimal()]
            first.update(dict.fromkeys(numbers[:1]))
            inner.update(dict.fromkeys(numbers[1:]))
        return sorted(first, key=int)[:_MOST_NUMBERS], sorted(inner, key=int)
