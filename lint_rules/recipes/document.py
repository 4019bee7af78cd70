"""JSON text as a small tree that knows where each value stands.

``json`` judges the text; what it accepts is then scanned once more for the places, without recursion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class Leaf(NamedTuple):
    """A text, a number, ``true``, ``false`` or ``null``; ``start`` and ``end`` are indices in the text."""

    value: str | int | float | bool | None
    start: int
    end: int


class List(NamedTuple):
    """A list."""

    items: tuple[Node, ...]
    start: int
    end: int


class Table(NamedTuple):
    """An object, in the order of the file, with duplicate keys."""

    pairs: tuple[tuple[Leaf, Node], ...]
    start: int
    end: int

    def read(self) -> Iterable[tuple[Leaf, Node]]:
        """Each key once, as engines read it: of one that stands there twice, the last."""
        return {key.value: (key, value) for key, value in self.pairs}.values()

    def pair(self, name: str) -> tuple[Leaf, Node] | None:
        """A key and its value; of a key that stands there twice, the last."""
        return next((pair for pair in reversed(self.pairs) if pair[0].value == name), None)

    def get(self, name: str) -> Node | None:
        """The value of a key."""
        pair = self.pair(name)
        return pair[1] if pair else None

    def table(self, *names: str) -> Table | None:
        """The object that stands below these keys, one within the other."""
        found: Node | None = self
        for name in names:
            found = found.get(name) if isinstance(found, Table) else None
        return found if isinstance(found, Table) else None


Node: TypeAlias = "Leaf | List | Table"


def read_json(text: str) -> Node:
    """Return the tree of a JSON text. Raises what ``json.loads`` raises: JSONDecodeError, ValueError, RecursionError."""
    json.loads(text)
    open_nodes: list[tuple[int, list[Node]]] = [(0, [])]
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in "{[":
            open_nodes.append((token.start(), []))
        elif word in "}]":
            start, children = open_nodes.pop()
            open_nodes[-1][1].append(_closed(word, children, start, token.end()))
        elif word not in ",:":
            open_nodes[-1][1].append(Leaf(_value(word), token.start(), token.end()))
    return open_nodes[0][1][0]


def _closed(bracket: str, children: list[Node], start: int, end: int) -> Node:
    if bracket == "]":
        return List(tuple(children), start, end)
    keys = [child for child in children[::2] if isinstance(child, Leaf)]
    return Table(tuple(zip(keys, children[1::2], strict=True)), start, end)


def _value(word: str) -> str | int | float | bool | None:
    if word.startswith('"') and "\\" not in word:
        return word[1:-1]
    value: str | int | float | bool | None = json.loads(word)
    return value
