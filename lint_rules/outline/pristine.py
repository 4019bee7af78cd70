"""What a value holds, all the way down, so that it can be made that again after somebody has changed it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lint_rules.outline.texts import Text
from lint_rules.outline.values import (
    Choice,
    ClassRef,
    Closure,
    Const,
    FunctionRef,
    Index,
    Mapping,
    ModuleRef,
    Object,
    Outer,
    Quant,
    Sequence,
    Symbol,
    Unknown,
    Value,
)

FIXED = (Unknown, Const, Text, Quant, Index, ClassRef, ModuleRef, Outer, Symbol)
"""What can't change, or be changed."""
_MOST = 5_000
"""What holds more than so many lists and dicts is not looked through."""

Container: TypeAlias = Object | Sequence | Mapping


class _Part(NamedTuple):
    """Something that can be changed, and what it was."""

    container: Container
    places: int
    """Into how many things it had been put."""
    state: tuple[object, ...]


class Pristine(NamedTuple):
    """All that a value holds which can be changed, each with what it was."""

    parts: tuple[_Part, ...]
    ids: frozenset[int]

    def holds(self, container: Container) -> bool:
        """Whether something is a part of it."""
        return id(container) in self.ids

    def put_nowhere(self) -> None:
        """Forget where it was put since."""
        for part in self.parts:
            del part.container.places[part.places :]

    def restore(self) -> None:
        """Make it what it was."""
        for part in self.parts:
            for name, was in zip(_FIELDS[type(part.container)], part.state, strict=True):
                setattr(part.container, name, was.copy() if isinstance(was, list | dict) else was)


def pristine(value: Value) -> Pristine | None:
    """What a value holds now, from now on shared; None where there is anything in it that may be another thing in another drawing."""
    found: dict[int, Container] = {}
    stack = [value]
    while stack:
        each = stack.pop()
        match each:
            case Choice(options):
                stack += options
            case Object(part=None) | Sequence() | Mapping(own=None):
                if id(each) not in found:
                    found[id(each)] = each
                    stack += each.held
                    stack += _beside(each)
            case _ if not is_fixed(each):
                return None
        if len(found) > _MOST:
            return None
    for each in found.values():
        each.shared = True
    return Pristine(tuple(_Part(each, len(each.places), _state(each)) for each in found.values()), frozenset(found))


def is_fixed(value: Value) -> bool:
    """Whether a value can't be changed, and is the same in each drawing."""
    if isinstance(value, Text):
        # Who brought it in is a part of one drawing.
        return all(piece.site is None for piece in value.pieces)
    match value:
        case FunctionRef(self=owner):
            return owner is None or isinstance(owner, FIXED)
        case Closure(scope=scope):
            # Made outside of functions: it sees what stands there, and nothing else.
            return scope.parent is None and scope.function is None and not (scope.names or scope.narrowed or scope.left)
        case _:
            return isinstance(value, FIXED)


def _beside(container: Container) -> tuple[Value, ...]:
    """What it holds under no key."""
    match container:
        case Object(lent=lent):
            return tuple(lent.values())
        case Mapping(rest=rest):
            return (rest,)
        case _:
            return ()


_FIELDS = {
    Sequence: ("items", "counted", "looped"),
    Mapping: ("entries", "closed", "rest"),
    Object: ("attributes", "lent"),
}


def _state(container: Container) -> tuple[object, ...]:
    """What the fields of a container hold, lists and dicts copied."""
    match container:
        case Sequence(items=items, counted=counted, looped=looped):
            return items.copy(), counted, looped
        case Mapping(entries=entries, closed=closed, rest=rest):
            return entries.copy(), closed, rest
        case Object(attributes=attributes, lent=lent):
            return attributes.copy(), lent.copy()
