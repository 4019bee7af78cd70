"""The recipes that exclusions mirror, each read as its engine reads it, by the names that the code gives its layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from lint_rules.coverage.spelling import Spelling
from lint_rules.coverage.universe import Universe
from lint_rules.errors import UsageError
from lint_rules.manifest.model import Exclusion, Manifest
from lint_rules.manifest.problems import Problem
from lint_rules.recipes.model import Item, Recipe
from lint_rules.recipes.read import RecipeError, read_recipe
from lint_rules.recipes.reading import Reading, read_as
from lint_rules.recipes.verdict import Outcome, Verdict

_MOST_NUMBERS = 512
_FEW_LAYERS = 4
"""So many layers are tried where nothing says how many a model has."""


class Mirrored(NamedTuple):
    """A recipe, with the exclusions that mirror it."""

    recipe: Recipe
    engine: str | None
    exclusions: tuple[Exclusion, ...]


class Split(NamedTuple):
    """A fused layer of which a recipe excludes some parts only."""

    item: Item
    fqn: str
    verdict: Verdict


def mirrored(manifest: Manifest, text: Callable[[Exclusion], bytes | None] = lambda exclusion: None) -> list[Mirrored]:
    """The recipes that exclusions mirror, in the order of the manifest; ``text`` may stand for a recipe's own bytes.

    Raises UsageError, with the place in the manifest, where a recipe can't be read.
    """
    groups: dict[tuple[str, str | None], list[Exclusion]] = {}
    for exclusion in manifest.exclusions:
        if exclusion.recipe is not None:
            key = (exclusion.recipe.text, exclusion.engine or manifest.profile)
            groups.setdefault(key, []).append(exclusion)
    found = []
    for (name, engine), exclusions in groups.items():
        try:
            recipe = read_recipe(manifest.path.parent / name, text(exclusions[0]))
        except RecipeError as error:
            place = exclusions[0].recipe.place if exclusions[0].recipe else exclusions[0].place
            raise UsageError(str(Problem(place, f"the recipe can't be used\n{error}"))) from None
        found.append(Mirrored(recipe, engine, tuple(exclusions)))
    return found


class Mirror:
    """What a recipe says of the modules of the models that it speaks of."""

    def __init__(
        self, each: Mirrored, universe: Universe, spelling: Spelling, spelling_in: Callable[[Sequence[str]], Spelling]
    ) -> None:
        """``spelling_in`` is how names are spelled in some models; ``spelling``, in all of them."""
        self.recipe = each.recipe
        self.engine = each.engine
        self.exclusions = each.exclusions
        self._outcomes: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._reading = self._read(spelling)
        self.roots = self._chosen(universe)
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
                    verdict = self._reading.verdict(name)
                    if verdict.outcome is Outcome.ERROR and verdict.item is not None:
                        yield Split(self._reading.items[verdict.item], fqn, verdict)
                        break

    def _read(self, spelling: Spelling) -> Reading:
        fused = {name: min(ways) for name, ways in spelling.fused.items()}
        return read_as(self.recipe, self.engine, fused, spelling.variants)

    def _chosen(self, universe: Universe) -> list[str]:
        """The models that the recipe names; else those of which it excludes the most."""
        named = [root for root in universe.roots if root.rpartition(".")[2] in self.recipe.models]
        if named:
            return named
        counts: Counter[str] = Counter()
        for fqn, numbers in universe.names.items():
            roots = {universe.modules[number].root for number in numbers if universe.modules[number].is_layer}
            if roots and self.excluded(fqn):
                counts.update(roots)
        most = max(counts.values(), default=0)
        return [root for root in universe.roots if most and counts[root] == most]

    def _told(self, fqn: str) -> tuple[frozenset[str], frozenset[str]]:
        if fqn not in self._outcomes:
            numbers = self._numbers if "*" in fqn else [""]
            excluded = frozenset(number for number in numbers if self._excludes(fqn, number))
            real = frozenset(self._layers) if "*" in fqn else frozenset(numbers)
            self._outcomes[fqn] = excluded, real - excluded
        return self._outcomes[fqn]

    def _excludes(self, fqn: str, number: str) -> bool:
        outcomes = (self._reading.verdict(name).outcome for name in self._names(fqn, [number]))
        return any(outcome in (Outcome.EXCLUDED, Outcome.ERROR) for outcome in outcomes)

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
