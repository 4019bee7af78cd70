"""What rules ask of blueprints: every construction below the entries, in the entries' own terms."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator
from dataclasses import dataclass

from lint_rules.blueprint.conditions import TRUE, Condition, both
from lint_rules.blueprint.frame import Child, Result
from lint_rules.blueprint.passage import Exit
from lint_rules.blueprint.values import Config, Value, configs


@dataclass(eq=False)
class Visit:
    """One builder as one entry uses it."""

    result: Result
    above: Visit | None
    child: Child | None
    exit: Exit | None
    condition: Condition

    @property
    def root(self) -> Visit:
        """The entry below which this builder is used."""
        visit = self
        while visit.above is not None:
            visit = visit.above
        return visit

    @classmethod
    def entry(cls, root: Result) -> Visit:
        """An entry, which nobody calls."""
        return cls(root, None, None, Exit(root, root.slots, (), None), TRUE)

    def lift(self, value: Value) -> Value:
        """A value of this builder, in the entry's terms."""
        visit: Visit | None = self
        while visit is not None and visit.exit is not None:
            value = visit.exit.value(value)
            visit = visit.above
        return value

    def lift_condition(self, condition: Condition) -> Condition | None:
        """A condition of this builder, in the entry's terms, with those under which the builder is called."""
        visit: Visit | None = self
        out: Condition | None = condition
        while visit is not None and out is not None and visit.exit is not None:
            out = visit.exit.condition(out)
            if out is not None and visit.child is not None:
                out = both(out, visit.child.condition)
            visit = visit.above
        return out

    def configs(self, value: Value, condition: Condition) -> Iterator[tuple[Condition, Config]]:
        """The configs that a value may be where a condition holds, in the entry's terms."""
        full = self.lift_condition(condition)
        if full is not None:
            yield from configs(self.lift(value), full)

    def into(self, child: Child) -> Visit | None:
        """The visit to a builder that this one calls; None where it can't be called here."""
        condition = self.lift_condition(child.condition)
        if condition is None:
            return None
        return Visit(child.result, self, child, Exit(child.result, child.slots, child.objects, None), condition)


def visits(root: Result, apart: Container[object] = ()) -> Iterator[Visit]:
    """All builders below an entry, each once for each way in which it is used; not into those that are ``apart``."""
    seen: set[Hashable] = set()
    stack = [Visit.entry(root)]
    while stack:
        visit = stack.pop()
        yield visit
        for child in reversed(visit.result.children):
            if not child.result.interesting or child.result.builder in apart:
                continue
            inner = visit.into(child)
            if inner is None:
                continue
            key = (id(child.result), shape(visit, child), inner.condition)
            if key in seen:
                continue
            seen.add(key)
            stack.append(inner)


def shape(visit: Visit, child: Child) -> Hashable:
    """What decides what a builder does with what it is given by a call of ``visit``."""
    site = child.construction.site if child.construction is not None else None
    return tuple(visit.lift(slot) for slot in child.slots), site


def below(owner: Visit) -> Iterator[Visit]:
    """The builders below one, itself first."""
    stack = [(owner, 0)]
    while stack:
        visit, depth = stack.pop()
        yield visit
        if depth > 12:
            continue
        for child in visit.result.children:
            inner = visit.into(child) if child.result.interesting else None
            if inner is not None:
                stack.append((inner, depth + 1))


def results(roots: Iterable[Result]) -> Iterator[Result]:
    """The blueprints of some entries and of all builders below them, each once, however it is used."""
    done: set[int] = set()
    stack = list(roots)
    while stack:
        result = stack.pop()
        if id(result) not in done:
            done.add(id(result))
            yield result
            stack.extend(child.result for child in result.children)
