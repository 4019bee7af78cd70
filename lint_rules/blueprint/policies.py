"""Policies that nobody asks: declared in the manifest, and read by no builder on the way to the module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from lint_rules.blueprint.excluded import built_by_modules, layers_by_name
from lint_rules.blueprint.frame import Construction, Result
from lint_rules.blueprint.query import Visit, below, visits
from lint_rules.blueprint.tree import child_of
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.manifest.model import Exclusion, FlagName
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo


@dataclass(eq=False)
class Unconsulted:
    """A policy that decides nothing."""

    site: Site
    """The field; in a class without one, the statement of its constructor that sets the flag."""
    config: ClassInfo
    exclusion: Exclusion
    policy: FlagName
    module: str
    """What is excluded, as a message names it."""
    builders: tuple[Construction, ...]
    """The constructions of the module, none of which asks."""


class _Built(NamedTuple):
    """One call that builds an excluded module, or the module that holds an excluded layer."""

    exclusion: Exclusion
    visit: Visit
    construction: Construction | None
    """None where it is not known which of the builder's calls it is."""
    module: str


def unconsulted(vocabulary: Vocabulary, roots: list[Result]) -> list[Unconsulted]:
    """All policies that are never consulted although their module is built, in the order of their fields."""
    found: dict[Site, Unconsulted] = {}
    for key, built in _by_policy(vocabulary, roots).items():
        if any(_reads(each, key) for each in built):
            continue
        exclusion = built[0].exclusion
        flag = exclusion.policy
        assert flag is not None
        calls = {each.construction.site: each.construction for each in built if each.construction is not None}
        for cls in vocabulary.declaring(flag):
            site = _declaration(cls, flag.field)
            if site is not None:
                found.setdefault(site, Unconsulted(site, cls, exclusion, flag, built[0].module, tuple(calls.values())))
    return sorted(found.values(), key=lambda each: each.site)


def _by_policy(vocabulary: Vocabulary, roots: list[Result]) -> dict[str, list[_Built]]:
    """What is built of each policy's modules: a policy that is consulted for any of them is no dead one."""
    out: dict[str, list[_Built]] = {}
    if vocabulary.policies:
        inner = built_by_modules(roots)
        for root in roots:
            for visit in visits(root):
                for built in (*_of_classes(vocabulary, visit), *_of_names(vocabulary, visit, inner)):
                    if built.exclusion.policy is not None:
                        out.setdefault(built.exclusion.policy.key, []).append(built)
    return out


def _of_classes(vocabulary: Vocabulary, visit: Visit) -> Iterator[_Built]:
    """The modules that exclusions name, and those that hold the layers they name."""
    for construction in visit.result.constructions:
        callee = construction.callee
        if construction.factory is None and not isinstance(callee, str):
            for target in (*vocabulary.excluding(callee), *vocabulary.paths_below(callee)):
                yield _Built(target.exclusion, visit, construction, callee.name)


def _of_names(vocabulary: Vocabulary, visit: Visit, inner: set[ClassInfo]) -> Iterator[_Built]:
    """The layers that exclusions name in full."""
    for covered in layers_by_name(vocabulary, visit, inner):
        for layer in covered.outermost():
            for place, construction in layer.calls:
                yield _Built(covered.exclusion, place, construction, layer.path)
            if not layer.calls:
                # It was built where nothing else of interest was.
                yield _Built(covered.exclusion, layer.visit, None, layer.path)


def _reads(built: _Built, flag: str) -> bool:
    """Whether a builder above a module, or the module itself, reads the flag."""
    above: Visit | None = built.visit
    while above is not None:
        if flag in above.result.reads:
            return True
        above = above.above
    inner = child_of(built.visit, built.construction) if built.construction is not None else built.visit
    return inner is not None and any(flag in each.result.reads for each in below(inner))


def _declaration(cls: ClassInfo, name: str) -> Site | None:
    """Where a class, or a base of it, declares a field."""
    field = cls.field(name)
    if field is not None:
        return Site(field.owner.module.path, field.line, 0)
    init = cls.method("__init__")
    if init is None or not init.facts.parameters:
        return None
    own = init.facts.parameters[0].name
    for statement in facts.flat(init.module.source.body(init.facts)):
        if isinstance(statement, facts.Assign):
            for target in statement.targets:
                if isinstance(target, facts.Attribute) and target.name == name and target.value == facts.Name(own):
                    return Site(init.module.path, statement.line, 0)
    return None
