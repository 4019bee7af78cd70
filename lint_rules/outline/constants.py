"""Literal values: texts, tuples, tables and mappers, and how they are put together.

A value that is put into a text while the program runs leaves a :data:`HOLE` in it: ``f"model.layers.{i}"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from lint_rules.outline.mappers import Mapper

HOLE = "\0"
INDEX = "9753"
"""What stands for an index where names are tried: a number that no code spells out."""
_LONG = 4000
"""Characters or items; what is longer is data, or grows without end."""


class Unknown:
    """A value that can't be told."""


UNKNOWN = Unknown()
NONE = Unknown()
"""The value ``None`` in a table."""


@dataclass(frozen=True, slots=True)
class Table:
    """A dict: its items in order."""

    items: tuple[tuple[Literal, Literal], ...]


Literal: TypeAlias = "str | int | tuple[Literal, ...] | Table | Mapper | Unknown"


def limited(value: Literal) -> Literal:
    """A value, if it is not too long to be of use."""
    size = len(value.items) if isinstance(value, Table) else len(value) if isinstance(value, str | tuple) else 0
    return value if size <= _LONG else UNKNOWN


def joined(operator: str, left: Literal, right: Literal) -> Literal:
    """``left + right`` or ``left | right``; where one can't be told, what is known of the other."""
    return limited(_joined(operator, left, right))


def _joined(operator: str, left: Literal, right: Literal) -> Literal:
    match left, right:
        case Mapper(), Mapper() if operator == "|":
            return left.merged(right)
        case Table(), Table():
            return Table((*left.items, *right.items))
        case (Mapper() | Table(), _) | (_, Mapper() | Table()):
            return left if isinstance(left, Mapper | Table) else right
        case tuple(), tuple():
            return (*left, *right)
        case (tuple(), _) | (_, tuple()):
            return left if isinstance(left, tuple) else right
        case (str(), _) | (_, str()) if operator == "+":
            return text_of(left) + text_of(right)
        case _:
            return UNKNOWN


def either(one: Literal, other: Literal) -> Literal:
    """Of two values that an expression may have: both where they can be put together, else the first that is known."""
    match one, other:
        case (Table(), Table()) | (Mapper(), Mapper()):
            return joined("|", one, other)
        case tuple(), tuple():
            return limited((*one, *other))
        case (int(), Unknown()) | (Unknown(), int()):
            # A number that is one only sometimes.
            return UNKNOWN
        case _:
            return other if isinstance(one, Unknown) else one


def any_of(values: Iterable[Literal]) -> Literal:
    """Of several values that an expression may have: as above."""
    known = list(values)
    return reduce(either, known) if known else UNKNOWN


def text_of(value: Literal) -> str:
    """A value inside a text."""
    return str(value) if isinstance(value, str | int) else HOLE


def view(name: str, value: Literal) -> Literal:
    """``value.items()``, ``keys``, ``values`` or ``copy``."""
    if not isinstance(value, Table):
        return value if name == "copy" else UNKNOWN
    match name:
        case "items":
            return tuple(value.items)
        case "keys":
            return tuple(key for key, _ in value.items)
        case "values":
            return tuple(each for _, each in value.items)
        case _:
            return value


def pairs_of(value: Literal) -> Iterator[tuple[str, str | None]]:
    """What a mapper looks for and what it puts in its place, None to drop a weight, of a table."""
    for old, new in value.items if isinstance(value, Table) else ():
        if isinstance(new, tuple) and new:
            # Where a part goes, and as which.
            new = new[0]
        if isinstance(old, str) and (isinstance(new, str) or new is NONE) and HOLE not in old:
            yield old, new if isinstance(new, str) else None
