"""Which lines of a definition matter at some of its places: all others cost time to parse, and say nothing there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

_LINE_END = re.compile(r"\r\n|\r|\n")

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Loop = ast.For | ast.AsyncFor
_With = ast.With | ast.AsyncWith
_Compound = _Function | _Loop | _With | ast.ClassDef | ast.If | ast.While | ast.Try
"""The statements of whose blocks something may be left out."""

_Silent = ast.Expr | ast.Return | ast.Raise | ast.Assert | ast.Delete | ast.Pass
"""The statements that bind nothing by themselves, and do not go on elsewhere in a function."""


def lines_that_matter(text: str, places: Iterable[int]) -> list[int] | None:
    """The lines of a text that matter at some others of it, in order, counted from 1; None where that can't be told.

    These are the statements at the places, what stands around them, and what binds variables, leaves loops or speaks of
    functions inside functions. Together they parse as they stand.
    """
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return sorted(_Cut(_LINE_END.split(text), frozenset(places), frozenset(_nested(body))).of(body))


class _Cut:
    """What is left of one text; nothing of what does not matter. A statement is left with all of its lines, or a head."""

    def __init__(self, lines: Sequence[str], places: frozenset[int], functions: frozenset[str]) -> None:
        self._lines = lines
        self._places = places
        self._functions = functions

    def of(self, block: Sequence[ast.stmt]) -> set[int]:
        """The lines of a block that matter."""
        found: set[int] = set()
        for group in _groups(block):
            lines = set().union(*map(self._of_statement, group))
            found |= lines if len(group) == 1 or not lines else set(range(_begin(group[0]), _end(group[-1]) + 1))
        return found

    def _of_statement(self, statement: ast.stmt) -> set[int]:
        whole = set(range(_begin(statement), _end(statement) + 1))
        blocks = list(_blocks(statement))
        head = whole.difference(*(range(_begin(block[0]), _end(block[-1]) + 1) for block in blocks))
        left = [self.of(block) for block in blocks]
        if not any(left) and not self._matters(statement, head):
            return set()
        if any(map(self._is_behind_head, blocks)):
            return whole
        # A block must not be empty.
        return head.union(*(lines or _shortest(block) for lines, block in zip(left, blocks, strict=True)))

    def _matters(self, statement: ast.stmt, head: set[int]) -> bool:
        """Whether a statement does, without what is in its blocks."""
        if not self._places.isdisjoint(head) or _binds(statement):
            return True
        text = "\n".join(self._lines[line - 1] for line in head)
        return ":=" in text or any(each in text for each in self._functions)

    def _is_behind_head(self, block: Sequence[ast.stmt]) -> bool:
        """Whether a block begins on the line on which its head ends."""
        before = self._lines[_begin(block[0]) - 1].encode()[: block[0].col_offset]
        return bool(before.strip())


def _binds(statement: ast.stmt) -> bool:
    """Whether a statement may bind a variable, or jump."""
    match statement:
        case ast.Assign(targets=targets):
            return not all(isinstance(each, ast.Attribute | ast.Subscript) for each in targets)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return isinstance(target, ast.Name)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return any(each.optional_vars is not None for each in items)
        case ast.Try(handlers=handlers):
            return any(each.name is not None for each in handlers)
        case _:
            return not isinstance(statement, _Silent | _Function | ast.ClassDef | ast.If | ast.While)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of a statement, as far as something of them may be left out."""
    if isinstance(statement, _Compound):
        handlers = [each.body for each in statement.handlers] if isinstance(statement, ast.Try) else []
        others = (getattr(statement, name, []) for name in ("orelse", "finalbody"))
        yield from filter(None, [statement.body, *handlers, *others])


def _groups(block: Sequence[ast.stmt]) -> list[list[ast.stmt]]:
    """The statements of a block; those that share a line in one group."""
    groups: list[list[ast.stmt]] = []
    for statement in block:
        if groups and _end(groups[-1][-1]) >= _begin(statement):
            groups[-1].append(statement)
        else:
            groups.append([statement])
    return groups


def _shortest(block: Sequence[ast.stmt]) -> set[int]:
    shortest = min(_groups(block), key=lambda group: _end(group[-1]) - _begin(group[0]))
    return set(range(_begin(shortest[0]), _end(shortest[-1]) + 1))


def _nested(block: Iterable[ast.stmt], inside: bool = False) -> Iterator[str]:
    """The names of the functions inside functions."""
    for statement in block:
        is_function = isinstance(statement, _Function)
        if inside and isinstance(statement, _Function):
            yield statement.name
        for inner in _blocks(statement):
            yield from _nested(inner, inside or is_function)


def _begin(statement: ast.stmt) -> int:
    decorators = statement.decorator_list if isinstance(statement, _Function | ast.ClassDef) else ()
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _end(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno
