"""The modules below a module that was built, each with its path and with the call that brought it about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lint_rules.blueprint.conditions import TRUE, Condition
from lint_rules.blueprint.frame import Construction, Instance
from lint_rules.blueprint.query import Visit
from lint_rules.blueprint.values import Ref, Value, options

_DEPTH = 10


@dataclass(eq=False)
class Layer:
    """A module below another one."""

    path: str
    """``self_attn.q_proj``; ``*`` stands for an index."""
    instance: Instance
    calls: tuple[tuple[Visit, Construction], ...]
    """What it was given, in the order of preference: by the call that is assigned, by its own constructor."""
    visit: Visit
    """The builder that holds it."""
    condition: Condition
    """When it is there, in that builder's terms."""


def layers_of(visit: Visit) -> Iterator[Layer]:
    """All modules below the one that this builder returns, outer ones first."""
    returned = visit.result.returned
    if isinstance(returned, Ref):
        yield from _below(visit, returned, "", TRUE, (), 0, set())


def layers_at(visit: Visit, ref: Ref) -> Iterator[Layer]:
    """All modules below one that this builder built inside its own frame, outer ones first."""
    yield from _below(visit, ref, "", TRUE, (), 0, set())


def _below(
    visit: Visit, ref: Ref, path: str, condition: Condition, chain: tuple[Construction, ...], depth: int, seen: set[int]
) -> Iterator[Layer]:
    made = visit.result.heap[ref.index]
    if not isinstance(made, Instance) or depth > _DEPTH or ref.index in seen:
        return
    seen = seen | {ref.index}
    entries: list[tuple[str, Value]] = [
        (name[1:-1] if name.startswith("[") else name, value) for name, value in made.fields.items()
    ]
    entries += [(str(number) if made.counted else "*", item) for number, item in enumerate(made.items)]
    for name, value in entries:
        below = f"{path}.{name}" if path else name
        for when, option in _modules(visit, value, condition):
            inner = visit.result.heap[option.index]
            if isinstance(inner, Instance):
                yield Layer(below, inner, tuple(_calls(visit, inner, option, chain)), visit, when)
                links = (*chain, inner.construction) if inner.construction is not None else chain
                yield from _below(visit, option, below, when, links, depth + 1, seen)


def _modules(visit: Visit, value: Value, condition: Condition) -> Iterator[tuple[Condition, Ref]]:
    """The modules that a field may hold; those in a plain list are no part of the tree."""
    for when, option in options(value, condition):
        if isinstance(option, Ref) and 0 <= option.index < len(visit.result.heap):
            made = visit.result.heap[option.index]
            if isinstance(made, Instance) and (isinstance(made.cls, str) or made.cls.is_module):
                yield when, option


def _calls(
    visit: Visit, made: Instance, ref: Ref, chain: tuple[Construction, ...]
) -> Iterator[tuple[Visit, Construction]]:
    """The calls that may have given a module its config: first the one whose result is assigned."""
    found: list[tuple[Visit, Construction]] = []
    rest: list[tuple[Visit, Construction]] = []
    for place in _frames(visit, chain):
        for construction in place.result.constructions:
            assigned = made.placed is not None and construction.site == made.placed.call
            mine = construction is made.construction or (place is visit and ref in construction.made)
            if assigned:
                found.insert(0, (place, construction))
            elif mine:
                rest.append((place, construction))
    # Of calls inside one another the outer one was noted last.
    yield from found
    yield from _outer_first(rest, visit)


def _outer_first(calls: list[tuple[Visit, Construction]], visit: Visit) -> list[tuple[Visit, Construction]]:
    here = [pair for pair in calls if pair[0] is visit]
    return [*reversed(here), *(pair for pair in calls if pair[0] is not visit)]


def _frames(visit: Visit, chain: tuple[Construction, ...]) -> Iterator[Visit]:
    """The builders in which a layer may have been built: this one, and those of the modules on the way down."""
    stack = [(visit, 0)]
    while stack:
        here, depth = stack.pop()
        yield here
        if depth > 6:
            continue
        for child in here.result.children:
            through = child.construction is None or any(child.construction is link for link in chain)
            inner = here.into(child) if through else None
            if inner is not None:
                stack.append((inner, depth + 1))


def child_of(visit: Visit, construction: Construction) -> Visit | None:
    """The builder that a construction runs, if it was evaluated in a frame of its own."""
    for place in _frames(visit, ()):
        for child in place.result.children:
            inner = place.into(child) if child.construction is construction else None
            if inner is not None:
                return inner
    return None
