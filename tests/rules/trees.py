"""Compares two versions of a file by what they mean."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from difflib import SequenceMatcher

Pair = tuple[ast.AST | None, ast.AST | None]


def differences(before: str, after: str) -> list[Pair]:
    """The smallest pieces in which two files differ; an empty side where a statement was put in."""
    return list(_compare(ast.parse(before), ast.parse(after)))


def _compare(one: ast.AST, other: ast.AST) -> Iterator[Pair]:
    if ast.dump(one) == ast.dump(other):
        return
    if type(one) is not type(other):
        yield one, other
        return
    inner: list[Pair] = []
    for name, mine in ast.iter_fields(one):
        theirs = getattr(other, name)
        if isinstance(mine, ast.AST) and isinstance(theirs, ast.AST):
            inner += _compare(mine, theirs)
        elif isinstance(mine, list) and all(isinstance(each, ast.AST) for each in [*mine, *theirs]):
            found = _in_lists(mine, theirs)
            if found is None:
                yield one, other
                return
            inner += found
        elif mine != theirs:
            yield one, other
            return
    if len(inner) > 1 and isinstance(one, ast.expr):
        yield one, other
    else:
        yield from inner


def _in_lists(mine: list[ast.AST], theirs: list[ast.AST]) -> list[Pair] | None:
    if len(mine) == len(theirs):
        return [pair for one, other in zip(mine, theirs, strict=True) for pair in _compare(one, other)]
    if not all(isinstance(each, ast.stmt) for each in theirs):
        return None
    found: list[Pair] = []
    matcher = SequenceMatcher(None, [ast.dump(each) for each in mine], [ast.dump(each) for each in theirs], False)
    for _, begin, end, new_begin, new_end in matcher.get_opcodes():
        # What is put in stands before what needs it.
        changed = new_end - (end - begin)
        if changed < new_begin:
            return None
        found += [(None, each) for each in theirs[new_begin:changed]]
        pairs = zip(mine[begin:end], theirs[changed:new_end], strict=True)
        found += [pair for one, other in pairs for pair in _compare(one, other)]
    return found
