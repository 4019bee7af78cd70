"""The nodes of a libcst tree: what stands in what, and the statement around a call.

A visitor of libcst makes each node that it passes anew, and :attr:`libcst.CSTNode.children` is such a visitor.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache

import libcst as cst

_SIGN = re.compile(
    r"(?:whitespace|trailing_|leading_|lines_|empty_lines|header|footer|[lr](?:par|brace|bracket)\Z)"
    r"|(?:comma|semicolon|equal|dot|operator|(?:first_|second_)?colon|posonly_ind|separator|relative|newline)\Z"
)
"""What the fields are called that hold no code."""


class Nodes:
    """All nodes of a tree."""

    def __init__(self, root: cst.CSTNode) -> None:
        self.parents: dict[cst.CSTNode, cst.CSTNode] = {}
        """What each node stands in."""
        self.arguments: list[tuple[cst.Arg, cst.CSTNode | None]] = []
        """With the statement around each, as it is for calls; outer ones come first."""
        self.calls: list[tuple[cst.Call, cst.CSTNode | None]] = []
        self.statements: list[tuple[cst.BaseSmallStatement, cst.CSTNode]] = []
        """With the line, or the compound statement, around each."""
        stack: list[tuple[cst.CSTNode, cst.CSTNode | None]] = [(root, None)]
        while stack:
            node, holder = stack.pop()
            match node:
                case cst.Call():
                    self.calls.append((node, holder))
                case cst.Arg():
                    self.arguments.append((node, holder))
                case cst.BaseSmallStatement() if holder is not None:
                    self.statements.append((node, holder))
                case cst.SimpleStatementLine() | cst.BaseCompoundStatement():
                    holder = node
                case _:
                    pass
            for child in _inner(node):
                self.parents[child] = node
                stack.append((child, holder))


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What stands right in a node, in no certain order."""
    return _in_fields(node, _fields(type(node)))


def _inner(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The same, without white space, brackets, commas and other signs."""
    return _in_fields(node, _telling_fields(type(node)))


def _in_fields(node: cst.CSTNode, names: Iterable[str]) -> Iterator[cst.CSTNode]:
    for name in names:
        value = getattr(node, name)
        if isinstance(value, cst.CSTNode):
            yield value
        elif isinstance(value, list | tuple):
            yield from value


@cache
def _fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _telling_fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    return tuple(each for each in _fields(kind) if _SIGN.match(each) is None)
