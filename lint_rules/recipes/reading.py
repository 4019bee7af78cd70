"""How an engine reads a recipe: the list that it takes, and what it makes of a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import ModuleType

from lint_rules.manifest.keys import ENGINES
from lint_rules.manifest.regex import MAX_NAME
from lint_rules.recipes.engines import (
    compressed_tensors,
    full_names,
    lmdeploy,
    sglang,
    torchtitan,
    transformers,
    vllm,
)
from lint_rules.recipes.keys import EXCLUDING_LISTS, FILTERED, REGEX_MARK
from lint_rules.recipes.matching import PLAIN, untrusted
from lint_rules.recipes.method import Method
from lint_rules.recipes.model import Item, NameList, Recipe
from lint_rules.recipes.verdict import NO_FUSED, Fused, Judge, Outcome, Verdict

FULL_NAMES = "full names"
"""The reading of a recipe that is nobody's in particular."""

_MODULES: dict[str, ModuleType] = {
    "compressed-tensors": compressed_tensors,
    "lmdeploy": lmdeploy,
    "sglang": sglang,
    "torchtitan": torchtitan,
    "transformers": transformers,
    "vllm": vllm,
    # It forwards: no list of a recipe means a layer to it.
    "xtuner": full_names,
    FULL_NAMES: full_names,
}
_PATTERN = re.compile(r"[*?\[\\^$()|+]")


class Reading:
    """A recipe as one engine reads it; make one with ``reading``."""

    def __init__(self, engine: str, recipe: Recipe, method: Method | None) -> None:
        self.engine = engine
        self.recipe = recipe
        self._method = method
        self.lists: tuple[NameList, ...] = ()
        """The lists that are read."""
        self.items: tuple[Item, ...] = ()
        """All of their items; a verdict names one by its index."""
        self.problems: dict[int, str] = {}
        """Items that can't be run, with what is wrong: an expression that could hang, a pattern that nobody explains."""
        self._singles: dict[int, Judge] = {}
        if method is None:
            return
        found = method.keys(recipe)
        self.lists = tuple(each for each in found if each is not None)
        self.items = tuple(item for each in self.lists for item in each.items)
        self._texts = [[item.text for item in each.items] if each else [] for each in found]
        self._judge = method.judge(*self._texts)
        self.problems = {at: what for at, item in enumerate(self.items) if (what := self._problem(method, item.text))}

    @property
    def is_known(self) -> bool:
        """Whether the engine knows the recipe's method."""
        return self._method is not None

    @property
    def place(self) -> str:
        """Where the lists stand, ``quantization_config.ignored_layers``."""
        return " and ".join(f"{self.recipe.table}.{each.key}" for each in self.lists)

    @property
    def release(self) -> str:
        """Which release of the engine was read, ``vLLM 0.33.0``."""
        return str(_MODULES[self.engine].RELEASE)

    @property
    def fuses(self) -> bool:
        """Whether the engine builds one layer of several of the checkpoint's."""
        return bool(_MODULES[self.engine].FUSES)

    @property
    def meaning(self) -> str:
        """When an item means a name, in a sentence or two: the first paragraph of what the method's function says."""
        said = (self._method.judge.__doc__ or "") if self._method else ""
        return " ".join(said.partition("\n\n")[0].replace("``", "`").split())

    def verdict(self, name: str, fused: Fused = NO_FUSED) -> Verdict:
        """What becomes of a layer of that name; ``fused`` says which layers stand for several of the checkpoint's."""
        if self._method is None:
            return Verdict(Outcome.UNREAD, message=f"{self.engine} does not know this method")
        if len(name) > MAX_NAME:
            return Verdict(Outcome.UNREAD, message=f"a name of more than {MAX_NAME} characters")
        verdict = self._judge(name, fused)
        if not self.problems:
            return verdict
        at = min(self.problems)
        if verdict.item is not None:
            # What another item excludes is excluded, whatever the one says that can't be run; in an ordered list, an earlier one decides.
            is_sure = verdict.item < at if self._method.is_ordered else verdict.outcome is Outcome.EXCLUDED
            if is_sure:
                return verdict
        return Verdict(Outcome.UNREAD, at, message=self.problems[at])

    def matches(self, item: int, name: str, fused: Fused = NO_FUSED) -> bool:
        """Whether one item, given by its index, speaks of a name: excludes it, or allows it in a list that allows."""
        if self._method is None or len(name) > MAX_NAME or item in self.problems:
            return False
        if item not in self._singles:
            self._singles[item] = self._single(self._method, item)
        return self._singles[item](name, fused).item == 0

    def _single(self, method: Method, item: int) -> Judge:
        texts: list[list[str]] = []
        for listed in self._texts:
            texts.append([listed[item]] if 0 <= item < len(listed) else [])
            item -= len(listed)
        judge: Judge = method.judge(*texts)
        return judge

    def _problem(self, method: Method, text: str) -> str | None:
        if _MODULES[self.engine] is full_names:
            is_pattern = text.startswith(REGEX_MARK) or _PATTERN.search(text)
            return "is a pattern, and no engine says what it means" if is_pattern else None
        expression = None if PLAIN.fullmatch(text) else method.expression(text)
        return None if expression is None else untrusted(expression)


def reading(engine: str, recipe: Recipe) -> Reading:
    """A recipe as an engine reads it; the engine is one of ``keys.ENGINES`` or ``FULL_NAMES``."""
    return Reading(engine, recipe, next((method for method in _methods(engine) if _takes(method, recipe)), None))


def engines_for(recipe: Recipe) -> list[str]:
    """The engines that know a recipe's method of themselves, in their order."""
    return [engine for engine in ENGINES if any(recipe.method in each.names for each in _methods(engine))]


def known_methods() -> list[str]:
    """The methods that some engine knows."""
    return sorted({name for engine in ENGINES for method in _methods(engine) for name in method.names})


def _methods(engine: str) -> Sequence[Method]:
    methods: Sequence[Method] = _MODULES[engine].METHODS
    return methods


def _takes(method: Method, recipe: Recipe) -> bool:
    if method.names:
        return recipe.method in method.names and method.accepts(recipe)
    # It takes whatever list there is, of a method that somebody knows.
    takes = not recipe.lists or any(recipe.names(key) for key in (*EXCLUDING_LISTS, FILTERED))
    return takes and bool(engines_for(recipe))
