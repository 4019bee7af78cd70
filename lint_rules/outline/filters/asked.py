"""Where a loop over a model's modules asks a function whether to convert a module: what it says decides a conversion, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Question(NamedTuple):
    """A call in the test of an ``if``."""

    call: ast.Call
    says_yes: bool
    """Whether true means that what depends on it is done."""
    decides: tuple[ast.Call, ...]
    """The calls that are made or left out by what it says."""


def questions(code: ast.AST) -> Iterator[Question]:
    """All calls that decide about others, in the loops of a function that go over modules by name."""
    for loop in ast.walk(code):
        if isinstance(loop, ast.For | ast.AsyncFor) and _over_modules(loop.iter):
            yield from _in_block(loop.body)


def _over_modules(iterable: ast.expr) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr in NAMED for each in ast.walk(iterable))


NAMED = ("named_modules", "named_children")
"""The methods of a module that give what is inside it by name."""


def _in_block(block: Sequence[ast.stmt]) -> Iterator[Question]:
    for number, statement in enumerate(block):
        if not isinstance(statement, ast.If):
            continue
        leaves = isinstance(statement.body[-1], ast.Continue) and not statement.orelse
        decided = block[number + 1 :] if leaves else statement.body
        calls = tuple(each for one in decided for each in ast.walk(one) if isinstance(each, ast.Call))
        for call, sign in _asked(statement.test, True):
            yield Question(call, sign is not leaves, calls)
        yield from _in_block(statement.body)
        yield from _in_block(statement.orelse)


def _asked(test: ast.expr, sign: bool) -> Iterator[tuple[ast.Call, bool]]:
    match test:
        case ast.Call():
            yield test, sign
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _asked(operand, not sign)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _asked(value, sign)
        case _:
            pass
