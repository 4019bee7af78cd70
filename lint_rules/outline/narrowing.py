"""What a test tells of the names in it, on either side."""

from __future__ import annotations

from typing import NamedTuple

from lint_rules.outline.core import Core
from lint_rules.outline.scope import Scope
from lint_rules.outline.texts import Text
from lint_rules.outline.values import NONE, Const, Quant, Value, options
from lint_rules.project import facts


class Narrowing(NamedTuple):
    """What is known on one side of a test."""

    names: tuple[tuple[str, Value], ...] = ()
    attributes: tuple[tuple[str, Value], ...] = ()
    at_root: bool = False

    def applied(self, scope: Scope) -> Before:
        """Let the scope know it; what comes back is for :meth:`undone`."""
        before = Before({name: scope.names.get(name) for name, _ in self.names}, scope.narrowed, scope.at_root)
        scope.names.update(self.names)
        if self.attributes:
            scope.narrowed = {**scope.narrowed, **dict(self.attributes)}
        scope.at_root = scope.at_root or self.at_root
        return before

    def undone(self, scope: Scope, before: Before) -> None:
        """Let the scope forget it; names that were not bound anew get their values back."""
        scope.narrowed, scope.at_root = before.narrowed, before.at_root
        for name, value in self.names:
            old = before.names[name]
            if scope.names.get(name) is value:
                if old is not None:
                    scope.names[name] = old
                else:
                    del scope.names[name]


class Before(NamedTuple):
    """What a scope knew."""

    names: dict[str, Value | None]
    narrowed: dict[str, Value]
    at_root: bool


_Sides = tuple[Narrowing | None, Narrowing | None]
_NOTHING = Narrowing()


def narrowings(drawer: Core, test: facts.Expression, scope: Scope) -> _Sides:
    """What holds where a test is true, and where it is false; None for a side that is not reached."""
    match test:
        case facts.Not(operand):
            yes, no = narrowings(drawer, operand, scope)
            return no, yes
        case facts.Logic(operator, operands):
            return _together(operator, [narrowings(drawer, operand, scope) for operand in operands])
        case facts.Constant(value):
            return (_NOTHING, None) if value else (None, _NOTHING)
        case facts.Compare(operator, left, facts.Constant(value)) if value in (None, ""):
            sides = _emptiness(drawer, left, scope, value, True)
            if operator in ("is", "=="):
                return sides
            if operator in ("is not", "!="):
                return sides[1], sides[0]
            return _NOTHING, _NOTHING
        case facts.Name() | facts.Attribute():
            empty, full = _emptiness(drawer, test, scope, None)
            if empty == full == _NOTHING:
                empty, full = _emptiness(drawer, test, scope, "")
            return full, empty
        case _:
            return _NOTHING, _NOTHING


def _together(operator: str, sides: list[_Sides]) -> _Sides:
    """``and``: all hold where it is true, and nothing is known where it is false; ``or`` the other way round."""
    at = 0 if operator == "and" else 1
    merged: Narrowing | None = _NOTHING
    for pair in sides:
        side = pair[at]
        if merged is None or side is None:
            merged = None
            break
        merged = Narrowing(
            (*merged.names, *side.names), (*merged.attributes, *side.attributes), merged.at_root or side.at_root
        )
    lost = all(pair[1 - at] is None for pair in sides)
    other = None if lost else _NOTHING
    return (merged, other) if operator == "and" else (other, merged)


def _emptiness(
    drawer: Core, tested: facts.Expression, scope: Scope, nothing: object, by_identity: bool = False
) -> _Sides:
    """What holds where something is None, or the empty string, and where it is not."""
    if not isinstance(tested, facts.Name | facts.Attribute):
        return _NOTHING, _NOTHING
    value = scope.find(tested.id) if isinstance(tested, facts.Name) else drawer.evaluate(tested, scope)
    if value is None:
        return _NOTHING, _NOTHING
    if any(isinstance(each, Text) and each.is_own for each in options(value)):
        return (Narrowing(at_root=True), _NOTHING) if nothing == "" else (_NOTHING, _NOTHING)
    if nothing is not None:
        return _NOTHING, _NOTHING
    if value == NONE:
        return _NOTHING, None
    if isinstance(value, Const):
        is_empty = value.value is None if by_identity else not value.value
        return (_NOTHING, None) if is_empty else (None, _NOTHING)
    if not any(isinstance(each, Quant) for each in options(value)):
        return _NOTHING, _NOTHING
    full = next(each for each in options(value) if isinstance(each, Quant))
    if isinstance(tested, facts.Name):
        return Narrowing(((tested.id, NONE),)), Narrowing(((tested.id, full),))
    said = facts.render(tested)
    return Narrowing(attributes=((said, NONE),)), Narrowing(attributes=((said, full),))
