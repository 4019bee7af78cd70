"""Where a config-only flag enters a module constructor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lint_rules.blueprint.frame import Construction, Result
from lint_rules.blueprint.query import Visit, visits
from lint_rules.blueprint.values import Flag, options
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, is_module_name


@dataclass(eq=False)
class Entering:
    """One argument that holds flags."""

    site: Site
    splat: bool
    flags: tuple[str, ...]
    module: str


def flags_entering(vocabulary: Vocabulary, roots: list[Result]) -> list[Entering]:
    """All arguments by which a flag first enters a module constructor, in the order of their places."""
    found: dict[Site, Entering] = {}
    for root in roots:
        for visit in visits(root):
            for construction in visit.result.constructions:
                if construction.factory is None and _is_module(construction.callee, vocabulary):
                    for entering in _of_construction(visit, construction):
                        found.setdefault(entering.site, entering)
    return sorted(found.values(), key=lambda entering: entering.site)


def _is_module(callee: ClassInfo | str, vocabulary: Vocabulary) -> bool:
    if vocabulary.is_named_layer(callee):
        return True
    if isinstance(callee, str):
        return is_module_name(callee)
    return callee.is_module or bool(vocabulary.excluding(callee) or vocabulary.paths_below(callee))


def _of_construction(visit: Visit, construction: Construction) -> Iterator[Entering]:
    module = construction.callee if isinstance(construction.callee, str) else construction.callee.name
    arguments = sorted(construction.arguments, key=lambda given: given.hop.site)
    seen: set[str] = set()
    by_site: dict[Site, list[str]] = {}
    splats: dict[Site, bool] = {}
    for given in arguments:
        for _, option in options(given.value, construction.condition):
            if not isinstance(option, Flag) or option.name in seen:
                continue
            if visit.lift_condition(construction.condition) is None or _entered_above(visit, option):
                continue
            seen.add(option.name)
            by_site.setdefault(given.hop.site, []).append(option.name)
            splats[given.hop.site] = given.hop.splat
    for site, flags in by_site.items():
        yield Entering(site, splats[site], tuple(flags), module.split(".")[-1])


def _entered_above(visit: Visit, flag: Flag) -> bool:
    """Whether the flag came to this builder as an argument of a module constructor: it was reported there."""
    here: Visit | None = visit
    owner = flag.owner
    while here is not None and here.exit is not None and owner[0] == "arg":
        number = owner[1]
        assert isinstance(number, int)
        slot = here.exit.slots[number] if number < len(here.exit.slots) else None
        if not isinstance(slot, Flag):
            return False
        direct = here.child is None or number not in here.child.nested
        if direct and isinstance(here.result.builder, ClassInfo) and here.result.builder.is_module:
            return True
        owner = slot.owner
        here = here.above
    return False
