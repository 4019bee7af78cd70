"""How those who write exclusions may spell the names of a model's layers: as the code does, or as the checkpoint does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from lint_rules.coverage.globs import as_globs
from lint_rules.manifest.model import Layers
from lint_rules.manifest.patterns import REGEX_MARK
from lint_rules.outline.constants import INDEX
from lint_rules.outline.explain import Explainer
from lint_rules.outline.mappers import Mapper
from lint_rules.outline.renames import Rename
from lint_rules.project.symbols import ClassInfo

_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_STEPS = 3
"""How many renames of a loading may follow each other."""
_TRIED = 64
"""How many spellings of one name are looked at."""


class Spelling:
    """What some classes, and the manifest, say of names."""

    def __init__(self, layers: Layers, classes: Sequence[ClassInfo], explainer: Explainer) -> None:
        self._layers = layers
        self._classes = classes
        self._explainer = explainer
        self._variants: dict[str, list[str]] = {}

    @cached_property
    def fused(self) -> dict[str, frozenset[tuple[str, ...]]]:
        """The last components of layers that stand for several, each with the ways in which it may be made of parts."""
        found: dict[str, set[tuple[str, ...]]] = {name: {parts} for name, parts in self._layers.fused}
        for cls in self._classes:
            for name, parts in self._explainer.fused(cls).items():
                if len(parts) > 1:
                    found.setdefault(name, set()).add(parts)
        return {name: frozenset(ways) for name, ways in found.items()}

    def parts(self, name: str) -> list[tuple[str, ...]]:
        """The names of the layers that a layer stands for, once for each way in which it may be made of some."""
        above, dot, last = name.rpartition(".")
        return [tuple(f"{above}{dot}{part}" for part in parts) for parts in sorted(self.fused.get(last, ()))]

    def with_parts(self, names: Iterable[str]) -> Iterator[str]:
        """Names, each followed by those for which it stands."""
        for name in names:
            yield name
            for parts in self.parts(name):
                yield from parts

    def variants(self, pattern: str) -> list[str]:
        """A pattern, and what becomes of it where a checkpoint's names become the code's."""
        if pattern not in self._variants:
            found = {pattern: None}
            for glob in as_globs(pattern) or ():
                found.update(dict.fromkeys(self._renamed(glob)))
            self._variants[pattern] = list(found)
        return self._variants[pattern]

    def names(self, text: str) -> list[str]:
        """An item of a recipe, whatever its engine takes it for, and what becomes of it where it is a plain name."""
        return self.variants(text) if _NAME.fullmatch(text) else [text]

    @cached_property
    def _mappers(self) -> list[Mapper]:
        found = [mapper for cls in self._classes if (mapper := self._explainer.mapper(cls)) is not None]
        if self._layers.rename:
            found.append(Mapper(substr=self._layers.rename))
        return list(dict.fromkeys(found))

    @cached_property
    def _renames(self) -> list[Rename]:
        found = (rename for cls in self._classes for rename in self._explainer.loaders.of(cls).renames)
        return list({(rename.old, rename.new, rename.where): rename for rename in found}.values())

    def _renamed(self, glob: str) -> Iterator[str]:
        """What mappers make of a name, then what loading makes of that."""
        sample = ".".join(INDEX if part == "*" else part for part in glob.split("."))
        seen = {sample}
        fresh = [sample]
        for mapper in self._mappers:
            mapped = mapper.apply(f"{sample}.weight")
            if mapped is not None:
                fresh.append(mapped.removesuffix(".weight"))
        for _ in range(_STEPS):
            seen.update(fresh)
            fresh = [
                name
                for before in fresh
                for rename in self._renames
                if (after := rename.apply(f"{before}.weight")) is not None
                and (name := after.removesuffix(".weight")) not in seen
            ][:_TRIED]
        for name in seen | set(fresh):
            if name != sample and name and all(name.split(".")):
                yield name


def is_regex(pattern: str) -> bool:
    """Whether a pattern of the manifest is a regular expression."""
    return pattern.startswith(REGEX_MARK)
