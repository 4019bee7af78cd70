"""What a call in the text reads of which objects: some of it on all paths, some of it perhaps."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lint_rules.blueprint.vocabulary import mentions
from lint_rules.project import facts


class Read(NamedTuple):
    """An object that a call uses: as a whole, where ``attribute`` is None."""

    of: facts.Expression
    attribute: str | None


def reads(call: facts.Call) -> Iterator[Read]:
    """What a call reads, its callee and its arguments alike; not what its own arguments are as a whole."""
    yield from _reads(call.function, frozenset())
    for argument in call.arguments:
        yield from _reads(argument.value, frozenset())


def _reads(node: object, bound: frozenset[str]) -> Iterator[Read]:
    """``bound`` are the names that mean something of their own inside a comprehension or a lambda."""
    match node:
        case facts.Comprehension(loops=loops):
            bound |= {name for loop in loops for name in mentions(loop.target)}
        case facts.Lambda(parameters=parameters):
            bound |= {parameter.name for parameter in parameters}
        case facts.Attribute(value=value, name=name):
            yield Read(_seen(value, bound), name)
        case facts.Call(arguments=arguments):
            yield from (Read(_seen(each.value, bound), None) for each in arguments)
        case _:
            pass
    if isinstance(node, list):
        parts: Iterable[object] = node
    else:
        parts = (getattr(node, name) for name in getattr(node, "__struct_fields__", ()))
    for part in parts:
        yield from _reads(part, bound)


def _seen(expression: facts.Expression, bound: frozenset[str]) -> facts.Expression:
    """An expression, or what stands for one that means nothing where the call stands."""
    return expression if bound.isdisjoint(mentions(expression)) else facts.Opaque([], "")


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
        tree, wanted = ast.parse(text.strip()), ast.unparse(ast.parse(owner))
    except (SyntaxError, ValueError):
        return False
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and not node.attr.startswith("__")
        and ast.unparse(node.value) == wanted
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
