"""The layers that an exclusion means by a path below a class, or by their name below a model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lint_rules.blueprint.frame import Instance, Result
from lint_rules.blueprint.query import Visit, results
from lint_rules.blueprint.tree import Layer, layers_at, layers_of
from lint_rules.blueprint.values import Ref
from lint_rules.blueprint.vocabulary import Target, Vocabulary
from lint_rules.manifest.model import Exclusion
from lint_rules.manifest.patterns import compile_name, match_path
from lint_rules.project.symbols import ClassInfo


class Covered(NamedTuple):
    """Layers below a class that one exclusion covers."""

    exclusion: Exclusion
    owner: ClassInfo
    layers: list[Layer]
    target: Target | None = None
    """The item that names their path, where it is one."""

    def outermost(self) -> list[Layer]:
        """The layers that lie below none of the others."""
        paths = {layer.path for layer in self.layers}
        return [
            layer
            for layer in self.layers
            if not any(layer.path[:end] in paths for end in range(len(layer.path)) if layer.path[end] == ".")
        ]


def layers_by_path(vocabulary: Vocabulary, visit: Visit) -> Iterator[Covered]:
    """What ``Class.path`` excludes in the classes that this builder constructs, itself included."""
    builder = visit.result.builder
    if isinstance(builder, ClassInfo) and isinstance(visit.result.returned, Ref):
        yield from _below(vocabulary, builder, visit, visit.result.returned)
    framed = {id(child.construction) for child in visit.result.children}
    for construction in visit.result.constructions:
        if isinstance(construction.callee, str) or construction.factory is not None or id(construction) in framed:
            continue
        for ref in construction.made:
            # Built inside its caller's frame, since it was given something that is still being built.
            yield from _below(vocabulary, construction.callee, visit, ref)


def _below(vocabulary: Vocabulary, cls: ClassInfo, visit: Visit, ref: Ref) -> Iterator[Covered]:
    targets = vocabulary.paths_below(cls)
    layers = list(layers_at(visit, ref)) if targets else []
    for target in targets:
        covered = [
            layer for layer in layers if match_path(target.path or "", layer.path) and not _is_container(layer.instance)
        ]
        yield Covered(target.exclusion, cls, covered, target)


def layers_by_name(vocabulary: Vocabulary, visit: Visit, built: set[ClassInfo]) -> Iterator[Covered]:
    """What an FQN excludes below a model; ``built`` are the classes that are no model of their own."""
    builder = visit.result.builder
    named = [exclusion for exclusion in vocabulary.manifest.exclusions if exclusion.names]
    if not named or not isinstance(builder, ClassInfo) or not isinstance(visit.result.returned, Ref):
        return
    if not builder.is_module or builder in built:
        return
    for exclusion in named:
        patterns = [compile_name(entry.text) for entry in exclusion.names]
        covered = [
            layer
            for layer in layers_of(visit)
            if any(pattern.covers(layer.path) for pattern in patterns) and not _is_container(layer.instance)
        ]
        yield Covered(exclusion, builder, covered)


def _is_container(made: Instance) -> bool:
    """Whether a module is a list or dict of others, so that they are what an exclusion means."""
    held = bool(made.items) or any(name.startswith("[") for name in made.fields)
    return isinstance(made.cls, str) and made.cls.startswith("torch.nn.") and held


def built_by_modules(roots: list[Result]) -> set[ClassInfo]:
    """The classes that some module builds as a part of itself."""
    out: set[ClassInfo] = set()
    for result in results(roots):
        if isinstance(result.builder, ClassInfo) and result.builder.is_module:
            out.update(each for each in result.reached if isinstance(each, ClassInfo) and each is not result.builder)
    return out
