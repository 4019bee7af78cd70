"""What a call in the text reads of which objects: some of it on all paths, some of it perhaps."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import NamedTuple

from lint_rules.project import facts


class Read(NamedTuple):
    """An object that a call uses: as a whole, where ``attribute`` is None."""

    of: facts.Expression
    attribute: str | None


def reads(call: facts.Call) -> Iterator[Read]:
    """What a call reads, its callee and its arguments alike."""
    yield from _reads(call.function)
    for argument in call.arguments:
        if isinstance(argument.value, facts.Name | facts.Attribute | facts.Subscript | facts.Call):
            yield Read(argument.value, None)
        yield from _reads(argument.value)


def _reads(expression: object) -> Iterator[Read]:
    if isinstance(expression, list):
        for each in expression:
            yield from _reads(each)
        return
    if not isinstance(expression, facts._Node):
        return
    if isinstance(expression, facts.Attribute):
        yield Read(expression.value, expression.name)
    for name in expression.__struct_fields__:
        yield from _reads(getattr(expression, name))


def spelled(expression: facts.Expression) -> str | None:
    """How a name, or what is read from one, may be written once more; None where it may be another thing then."""
    match expression:
        case facts.Name(id):
            return id
        case facts.Attribute(value=value, name=name):
            outer = spelled(value)
            return f"{outer}.{name}" if outer is not None else None
        case facts.Subscript(value, index):
            outer, inner = spelled(value), _spelled_index(index)
            return f"{outer}[{inner}]" if outer is not None and inner is not None else None
        case _:
            return None


def _spelled_index(index: facts.Expression) -> str | None:
    match index:
        case facts.Constant(int() | str() as value) if not isinstance(value, bool):
            return json.dumps(value, ensure_ascii=False)
        case _:
            return spelled(index)


def surely_reads(owner: str, text: str) -> bool:
    """Whether a piece of code reads an attribute of an object whenever it runs, so that this can't be None there."""
    try:
        tree = ast.parse(text.strip())
    except (SyntaxError, ValueError):
        return False
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and not node.attr.startswith("__")
        and ast.unparse(node.value) == owner
        for node in _sure(tree)
    )


def _sure(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a piece of code that are evaluated on all paths through it."""
    yield node
    for child in _sure_children(node):
        yield from _sure(child)


def _sure_children(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.IfExp(test=test):
            yield test
        case ast.BoolOp(values=[first, *_]):
            yield first
        case ast.Compare(left=left, comparators=[first, *_]):
            yield left
            yield first
        case ast.ListComp() | ast.SetComp() | ast.DictComp():
            yield node.generators[0].iter
        case ast.Lambda() | ast.GeneratorExp():
            return
        case _:
            yield from ast.iter_child_nodes(node)
