"""One filter function: which of its patterns keep a name from being quantized."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.run import Result, Run
from lint_rules.outline.filters.texts import How, Reading, Readings
from lint_rules.outline.filters.trees import Trees
from lint_rules.outline.filters.values import Function, Given, Judged, Literal, Text, truth
from lint_rules.project.site import Site


class Caught(NamedTuple):
    """What keeps a name from being quantized."""

    patterns: dict[Literal, How]
    """The patterns that do so, and how they are tried; none where the name is quantized, or for other reasons is not."""
    alone: bool
    """Whether each of them would do so without the others; otherwise only all of them together do."""


class _Verdict(NamedTuple):
    """What a filter says of a name."""

    results: tuple[Result, ...]
    tried: dict[Literal, tuple[How, bool]]


class Filter:
    """A function that is given to a conversion and says which layers it takes."""

    def __init__(
        self,
        trees: Trees,
        vocabulary: Vocabulary,
        function: Function,
        call: Site,
        conversion: str,
        place: int,
        skips: bool,
    ) -> None:
        """``place`` is that of the parameter that takes the name; ``skips`` says that true means: not this layer."""
        self.function = function
        self.call = call
        """The conversion that is given the filter, or the loop that is one."""
        self.conversion = conversion
        """What is called there."""
        self._place = place
        self._skips = skips
        self._trees = trees
        self._vocabulary = vocabulary
        self._caught: dict[str, Caught] = {}

    @property
    def name(self) -> str:
        """What the function is called."""
        return getattr(self.function.node, "name", "lambda")

    def tree(self, path: Path) -> ast.Module:
        """The syntax tree of a file."""
        return self._trees.tree(path).whole

    @property
    def tries(self) -> bool:
        """Whether it tries any pattern on a name."""
        return bool(self._ask("model.layers.1.mlp", {}).tried)

    def caught(self, name: str) -> Caught:
        """The patterns that keep a layer of this name from being quantized."""
        if name not in self._caught:
            self._caught[name] = self._find(name)
        return self._caught[name]

    def keeps(self, name: str, pattern: Literal, reading: Reading) -> bool:
        """Whether a pattern would keep a name from being quantized if it were read so, and no other caught anything."""
        others = dict.fromkeys(self._matching(name), Reading.NEVER)
        return self._excludes(
            self._ask(name, {**others, pattern: reading}), self._ask(name, {**others, pattern: _NEVER})
        )

    def _find(self, name: str) -> Caught:
        matching = self._matching(name)
        if not matching:
            return Caught({}, True)
        none = self._ask(name, _never(matching))
        if not self._excludes(self._ask(name, {}), none):
            return Caught({}, True)
        alone = {
            pattern: how
            for pattern, how in matching.items()
            if self._excludes(self._ask(name, _never(each for each in matching if each != pattern)), none)
        }
        if alone:
            return Caught(alone, True)
        needed = {
            pattern: how
            for pattern, how in matching.items()
            if not self._excludes(self._ask(name, {pattern: Reading.NEVER}), none)
        }
        return Caught(needed, False)

    def _matching(self, name: str) -> dict[Literal, How]:
        """All patterns that match a name: what comes after one that does is not tried before that one is silenced."""
        found: dict[Literal, How] = {}
        while True:
            tried = self._ask(name, _never(found)).tried
            more = {each: how for each, (how, matched) in tried.items() if matched and each not in found}
            if not more:
                return found
            found.update(more)

    def _ask(self, name: str, readings: Readings) -> _Verdict:
        run = Run(self._trees, self._vocabulary, readings)
        count = len(self.function.parameters)
        arguments = tuple(
            Text(name, named=True) if number == self._place else Judged() for number in range(min(count, 2))
        )
        return _Verdict(tuple(run.results(self.function, Given(arguments, {}))), run.tried)

    def _excludes(self, verdict: _Verdict, without: _Verdict) -> bool:
        """Whether a layer is not quantized, and would be, or might be, ``without`` the patterns in question."""
        here, there = [self._says(each) for each in verdict.results], [self._says(each) for each in without.results]
        if not here or not there:
            return False
        if all(said is False for said in here):
            return not all(said is False for said in there)
        # On some paths it is, as an option says; what hangs on the name in a way that can't be told decides nothing.
        sure = any(said is False and not each.doubtful for said, each in zip(here, verdict.results, strict=True))
        return sure and all(said is True for said in there)

    def _says(self, result: Result) -> bool | None:
        said = truth(result.value)
        return said if said is None else said is not self._skips


_NEVER = Reading.NEVER


def _never(patterns: Iterable[Literal]) -> Readings:
    return dict.fromkeys(patterns, Reading.NEVER)
