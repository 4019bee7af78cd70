"""A recipe's names against the paths of the project's layers, whatever number a layer has and wherever its model begins."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from lint_rules.manifest.regex import MAX_NAME, regex_problem
from lint_rules.recipes.keys import REGEX_MARK

PREFIXES = frozenset({"model", "language_model", "text_model", "transformer", "module", "llm", "backbone", "thinker"})
"""What a checkpoint may put before a model's own names, and what a project may call the attribute that holds the model."""
_PARAMETERS = (".weight", ".bias")
_FEW = 8
"""Names at fewer than one in so many layers are the exception, and can't be said by a class."""
UNKNOWN = 1 << 30
"""More layers than any model has."""

WHOLE, PART, RENAMED = 3, 2, 1
"""How well a name fits a path: all of it; all of the path, whose root is unknown; all but one component."""


class Wanted(NamedTuple):
    """Names of a recipe that differ in nothing but numbers."""

    text: str
    """``model.layers.*.self_attn.q_proj``, or a regular expression after ``re:``."""
    parts: tuple[str, ...]
    """Its components without what stands for the model; none for a regular expression."""
    spelled: tuple[str, ...]
    """The names themselves."""
    layers: frozenset[int]
    """The layers at which they stand; none where they say no number."""

    @property
    def group(self) -> str:
        """What the module that holds the layer is called."""
        return self.text.rpartition(".")[0]

    def exceptional(self, depth: int) -> bool:
        """Whether only a few layers are meant, or one beyond the model's last."""
        return bool(self.layers) and (len(self.layers) * _FEW < depth or min(self.layers) >= depth)

    def at_layers(self, path: str) -> list[str]:
        """The name of a layer, or its path, once for each number that the recipe gives."""
        return [path.replace("*", str(number), 1) for number in sorted(self.layers)] if "*" in path else [path]


def depth_of(wanted: Iterable[Wanted], depth: int | None) -> int:
    """How many layers a model has: as the recipe says, else as its names let one think.

    A few numbers with gaps between them let one think nothing; then all are taken for exceptions.
    """
    numbers = _numbers(wanted)
    if not depth and len(numbers) < _FEW and numbers != set(range(len(numbers))):
        return UNKNOWN
    return depth or max(numbers, default=0) + 1


def is_guessed(wanted: Iterable[Wanted], depth: int | None) -> bool:
    """Whether nothing but a few numbers tells how many layers a model has."""
    return not depth and 0 < len(_numbers(wanted)) < _FEW


def _numbers(wanted: Iterable[Wanted]) -> set[int]:
    return {number for each in wanted for number in each.layers}


def gather(names: Iterable[str]) -> list[Wanted]:
    """Put names together that differ in nothing but numbers, in the order of the recipe."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(_numberless(name), []).append(name)
    return [_wanted(text, spelled) for text, spelled in found.items()]


def _wanted(text: str, spelled: list[str]) -> Wanted:
    if text.startswith(REGEX_MARK):
        return Wanted(text, (), tuple(spelled), frozenset())
    parts = text.split(".")
    while len(parts) > 1 and parts[0] in ("*", "**"):
        # `*.mlp.gate`: anything may stand before it.
        del parts[0]
    numbers = (next((int(part) for part in name.split(".") if _is_number(part)), None) for name in spelled)
    layers = frozenset(number for number in numbers if number is not None)
    return Wanted(text, bare(tuple(parts)), tuple(spelled), layers)


def _numberless(name: str) -> str:
    if name.startswith(REGEX_MARK):
        return name
    for parameter in _PARAMETERS:
        name = name.removesuffix(parameter)
    return ".".join("*" if _is_number(part) else part for part in name.split("."))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdecimal() and len(part) < 10


def bare(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The components after those that stand for the model as a whole."""
    start = 0
    while start < len(parts) - 1 and parts[start] in PREFIXES:
        start += 1
    return parts[start:]


def fit(wanted: Wanted, path: str) -> int:
    """How well a name fits a layer's path: ``WHOLE``, ``PART``, ``RENAMED`` or 0."""
    if not wanted.parts:
        return WHOLE if _regex_fits(wanted.text.removeprefix(REGEX_MARK), path) else 0
    parts, name = bare(tuple(path.split("."))), wanted.parts
    shorter = min(len(parts), len(name))
    same = 0
    while same < shorter and _is(parts[-1 - same], name[-1 - same]):
        same += 1
    if same == len(name):
        # A name that counts layers begins where its model does.
        return WHOLE if same == len(parts) or "*" not in name else 0
    if same == len(parts):
        return PART if same > 1 else 0
    return RENAMED if renamed(name, parts) else 0


def renamed(name: tuple[str, ...], parts: tuple[str, ...]) -> tuple[str, str] | None:
    """The one component in which a name and a path differ, as the name and as the path has it."""
    if len(name) != len(parts) or not _is(parts[-1], name[-1]):
        return None
    differing = [(theirs, ours) for theirs, ours in zip(name, parts, strict=True) if not _is(ours, theirs)]
    return differing[0] if len(differing) == 1 and "*" not in differing[0] else None


def shortened(name: tuple[str, ...], parts: tuple[str, ...]) -> int | None:
    """Where a name has the one component that a path lacks, if both agree in the rest and it is inside a numbered layer."""
    if len(name) != len(parts) + 1 or "*" not in name:
        return None
    for at in range(name.index("*") + 1, len(name) - 1):
        if name[at] != "*" and all(map(_is, parts, (*name[:at], *name[at + 1 :]))):
            return at
    return None


def _is(component: str, wanted: str) -> bool:
    if wanted == component or (wanted == "*" and component.isdecimal()):
        return True
    return any(mark in wanted for mark in "*?[") and wanted != "*" and fnmatch.fnmatchcase(component, wanted)


def _regex_fits(pattern: str, path: str) -> bool:
    compiled = _compiled(pattern)
    if compiled is None or len(path) > MAX_NAME:
        return False
    numbers = ["0", *re.findall(r"\d+", pattern)[:3]]
    spelled = {path.replace("*", number) for number in numbers} if "*" in path else {path}
    return any(compiled.fullmatch(f"{start}{name}") for name in spelled for start in ("", "model."))


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    """The expression, if it can be trusted."""
    return re.compile(pattern) if regex_problem(pattern) is None else None
