"""What is compared with what: where a pattern is tried on the name that a filter judges, that is noted."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from lint_rules.outline.filters.texts import How, Readings, matches
from lint_rules.outline.filters.values import (
    NONE,
    UNKNOWN,
    Config,
    Items,
    Literal,
    Native,
    Outside,
    Plain,
    Text,
    Thing,
    Unknown,
    Value,
    tainted,
    truth,
)


class Trials:
    """Compares values."""

    def __init__(self, readings: Readings | None = None) -> None:
        """``readings`` say which patterns are tried in another way than the code does."""
        self._readings = readings or {}
        self.tried: dict[Literal, tuple[How, bool]] = {}
        """The patterns that were tried on the name, how, and whether they caught it."""

    def compare(self, operator: ast.cmpop, left: Value, right: Value) -> Value:
        """``left operator right``"""
        match operator:
            case ast.In():
                return self.contains(right, left)
            case ast.NotIn():
                return negated(self.contains(right, left))
            case ast.Eq():
                return self.equal(left, right)
            case ast.NotEq():
                return negated(self.equal(left, right))
            case ast.Is() | ast.IsNot() if NONE in (left, right):
                other = right if left == NONE else left
                if isinstance(other, Unknown | Outside | Config | Thing | Native):
                    return Unknown(tainted([other]))
                return Plain((other == NONE) is isinstance(operator, ast.Is))
            case _:
                match left, right:
                    case Plain(value=int() as one), Plain(value=int() as two):
                        return Plain(_ORDER[type(operator)](one, two)) if type(operator) in _ORDER else UNKNOWN
                    case _:
                        return Unknown(tainted([left, right]))

    def equal(self, left: Value, right: Value) -> Value:
        """``left == right``"""
        match left, right:
            case Text(), Text():
                if right.named and not left.named:
                    left, right = right, left
                return self.trial(How.EQUAL, right, left)
            case Plain(value=one), Plain(value=two):
                return Plain(one == two)
            case (Text(), Plain()) | (Plain(), Text()):
                return Plain(False)
            case _:
                return Unknown(tainted([left, right]))

    def contains(self, container: Value, item: Value) -> Value:
        """``item in container``"""
        match container, item:
            case Text(), Text():
                if item.named and not container.named:
                    return self.trial(How.AROUND, container, item)
                return self.trial(How.INSIDE, item, container)
            case Items(values=values, closed=closed), _:
                found = [self.equal(item, each) for each in values]
                return any_of(found if closed else [*found, Unknown(tainted([item]))])
            case _:
                return Unknown(tainted([container, item]))

    def overlap(self, left: Items, right: Items) -> Value:
        """Whether two collections have anything in common, as a collection that is empty if not."""
        found = [self.contains(right, each) for each in left.values]
        if any(truth(each) for each in found):
            return Items((UNKNOWN,), closed=False)
        if all(truth(each) is False for each in found) and left.closed and right.closed:
            return Items(())
        return Unknown(tainted([left, right]))

    def trial(self, how: How, pattern: Text, subject: Text, flags: int = 0) -> Value:
        """Try a pattern on a text, and note it if the text holds the name that is judged."""
        if pattern.parts:
            return any_of([self.trial(how, part, subject, flags) for part in pattern.parts])
        reading = self._readings.get(pattern.literal) if subject.named and pattern.literal is not None else None
        caught = matches(how, pattern.text, subject.text, flags, reading)
        if subject.named and pattern.literal is not None:
            before = self.tried.get(pattern.literal)
            self.tried[pattern.literal] = (how, bool(caught) or (before is not None and before[1]))
        return Plain(caught) if caught is not None else Unknown(subject.named)


_ORDER: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: lambda one, two: one < two,
    ast.LtE: lambda one, two: one <= two,
    ast.Gt: lambda one, two: one > two,
    ast.GtE: lambda one, two: one >= two,
}


def negated(value: Value) -> Value:
    """``not value``"""
    known = truth(value)
    return Plain(not known) if known is not None else Unknown(tainted([value]))


def any_of(values: Sequence[Value]) -> Value:
    """Whether any of these is true."""
    truths = [truth(value) for value in values]
    if True in truths:
        return Plain(True)
    return Unknown(tainted(values)) if None in truths else Plain(False)


def all_of(values: Sequence[Value]) -> Value:
    """Whether all of these are true."""
    truths = [truth(value) for value in values]
    if False in truths:
        return Plain(False)
    return Unknown(tainted(values)) if None in truths else Plain(True)
