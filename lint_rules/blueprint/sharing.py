"""Whether an argument that brings a config into an excluded module serves other modules, too.

One call may build several things: through a class that is chosen at run time, or once for each layer of which only some
are excluded. What is changed there is changed for all of them.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from lint_rules.blueprint.crossings import Crossing
from lint_rules.blueprint.excluded import built_by_modules
from lint_rules.blueprint.frame import Construction, Given, Instance, Result
from lint_rules.blueprint.query import results, visits
from lint_rules.blueprint.tree import Layer, layers_of
from lint_rules.blueprint.values import Ref, Symbol, configs, options
from lint_rules.blueprint.vocabulary import Target, Vocabulary
from lint_rules.manifest.patterns import compile_name, match_path
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo


class Handover(NamedTuple):
    """One thing that an argument of the text hands to one construction."""

    construction: Construction
    given: Given


class _Built(NamedTuple):
    """A layer, seen from a module that it is a part of."""

    model: ClassInfo | None
    is_whole: bool
    """Whether that module is part of no other."""
    excluded: bool


class Sharing:
    """What goes through each argument of a project. Nothing is computed before it is asked for."""

    def __init__(self, vocabulary: Vocabulary, roots: list[Result]) -> None:
        self.vocabulary = vocabulary
        self.roots = roots

    def through(self, site: Site) -> list[Handover]:
        """All that the argument at a place hands over; a splat may hand over several things."""
        return self._handovers.get(site, [])

    def serves_others(self, crossing: Crossing) -> bool:
        """Whether a module that no entry excludes gets its config through the same place."""
        if crossing.shared:
            return True
        if crossing.kind == "class":
            return any(not self._is_excluded(each.construction) for each in self.through(crossing.site))
        if crossing.kind == "layer":
            return not self._only_excluded_layers(crossing)
        if crossing.kind == "set":
            return not all(self._stores.get(crossing.site, [False]))
        return not self._stands_inside(crossing)

    def _is_excluded(self, construction: Construction) -> bool:
        return bool(self.vocabulary.excluding(construction.callee)) or not self._carries(construction)

    def _carries(self, construction: Construction) -> bool:
        return any(any(configs(each.value, construction.condition)) for each in construction.arguments)

    def _stands_inside(self, crossing: Crossing) -> bool:
        """Whether the text of a place belongs to a class that the entry covers whole."""
        owner = self.owner(crossing.site)
        covering = self.vocabulary.excluding(owner) if owner is not None else []
        return any(target.exclusion in crossing.exclusions for target in covering)

    @cached_property
    def _handovers(self) -> dict[Site, list[Handover]]:
        out: dict[Site, list[Handover]] = {}
        for result in results(self.roots):
            for construction in result.constructions:
                for given in construction.arguments:
                    out.setdefault(given.hop.site, []).append(Handover(construction, given))
        return out

    @cached_property
    def _stores(self) -> dict[Site, list[bool]]:
        """For each statement that sets an attribute: whether each object whose attribute it is is excluded."""
        out: dict[Site, list[bool]] = {}
        for result in results(self.roots):
            for store in result.stores:
                for _, option in options(store.target, store.condition):
                    cls = option.cls if isinstance(option, Symbol) else None
                    if isinstance(option, Ref) and 0 <= option.index < len(result.heap):
                        made = result.heap[option.index]
                        cls = made.cls if isinstance(made, Instance) and isinstance(made.cls, ClassInfo) else None
                    out.setdefault(store.site, []).append(cls is not None and bool(self.vocabulary.excluding(cls)))
        return out

    def _only_excluded_layers(self, crossing: Crossing) -> bool:
        built = self._layers.get(crossing.site, [])
        if not any(each.excluded for each in built):
            return False
        own = [target for target in self.vocabulary.targets if target.exclusion in crossing.exclusions]
        if any(not each.excluded and (each.is_whole or _names(own, each.model)) for each in built):
            return False
        owner = self.owner(crossing.site)
        return owner is not None and (_names(own, owner) or owner not in self._built or self._is_only_built_here(owner))

    def owner(self, site: Site) -> ClassInfo | None:
        """The innermost class whose text holds a place."""
        module = self.vocabulary.project.module(site.path)
        around = [cls for cls in module.classes if cls.facts.line <= site.line <= cls.facts.end_line]
        return max(around, key=lambda cls: cls.facts.line, default=None)

    def _is_only_built_here(self, cls: ClassInfo) -> bool:
        """Whether the project names a class only where it is seen to be built: what nobody asked for is not evaluated."""
        seen = {
            (construction.site.path, construction.site.line)
            for result in results(self.roots)
            for construction in result.constructions
            if construction.callee is cls
        }
        word, project = re.compile(rf"\b{re.escape(cls.name)}\b"), self.vocabulary.project
        for path in project.files:
            source = project.source(path)
            if cls.name.encode() not in source.data:
                continue
            for number, line in enumerate(re.split(r"\r\n|\r|\n", source.text or ""), 1):
                own = path == cls.module.path and number == cls.facts.line
                if word.search(line) and not own and (path, number) not in seen and not _IMPORT.match(line):
                    return False
        return True

    @cached_property
    def _layers(self) -> dict[Site, list[_Built]]:
        """For each argument that brings a config into a layer: the layers, in each module that they are a part of."""
        out: dict[Site, list[_Built]] = {}
        for root in self.roots:
            for visit in visits(root):
                builder = visit.result.builder
                model = builder if isinstance(builder, ClassInfo) else None
                whole = visit.above is None or (model is not None and model not in self._built)
                if isinstance(visit.result.returned, Ref) and (whole or model is not None):
                    self._of_model(model, whole, list(layers_of(visit)), out)
        return out

    def _of_model(
        self, model: ClassInfo | None, whole: bool, layers: list[Layer], out: dict[Site, list[_Built]]
    ) -> None:
        classes: dict[str, ClassInfo | None] = {"": model}
        for layer in layers:
            classes[layer.path] = layer.instance.cls if isinstance(layer.instance.cls, ClassInfo) else None
        for layer in layers:
            built = _Built(model, whole, self._covered(layer.path, classes))
            for _, construction in layer.calls:
                for given in construction.arguments:
                    if any(configs(given.value, construction.condition)):
                        out.setdefault(given.hop.site, []).append(built)

    def _covered(self, path: str, classes: dict[str, ClassInfo | None]) -> bool:
        """Whether a layer is excluded: itself, with something above it, by a class, a path or a name.

        One that stands for all items of a list is, if an item is whose number is no particular one.
        """
        full = path.replace("*", _ANY)
        model = classes[""]
        if model is not None and model.is_module and model not in self._built and self._is_named(full):
            return True
        for above in _prefixes(path):
            cls = classes.get(above)
            if cls is None:
                continue
            below = full[len(above.replace("*", _ANY)) :].removeprefix(".")
            if self.vocabulary.excluding(cls):
                return True
            for target in self.vocabulary.paths_below(cls):
                if any(match_path(target.path or "", each) for each in _prefixes(below) if each):
                    return True
        return False

    def _is_named(self, path: str) -> bool:
        names = [entry.text for exclusion in self.vocabulary.manifest.exclusions for entry in exclusion.names]
        return any(compile_name(name).covers(path) for name in names)

    @cached_property
    def _built(self) -> set[ClassInfo]:
        """The classes that some module builds as a part of itself."""
        return built_by_modules(self.roots)


_ANY = "987654321"
"""The number of an item that no pattern means."""


_IMPORT = re.compile(r"\s*(from\b|import\b|\w+,?\s*$)")
"""A line of an import, also inside its parentheses."""


def _names(targets: list[Target], cls: ClassInfo | None) -> bool:
    return cls is not None and any(target.covers(cls) for target in targets)


def _prefixes(path: str) -> list[str]:
    parts = path.split(".") if path else []
    return [".".join(parts[:end]) for end in range(len(parts) + 1)]
