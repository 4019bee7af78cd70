"""What stands around a place in a builder: who binds a name there, and which variable counts the modules of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from lint_rules.rules.nodes import children
from lint_rules.rules.syntax import Snippet

Binder = cst.Lambda | cst.FunctionDef | cst.BaseComp

_JUMPS = (cst.If, cst.Try, cst.While, cst.With)


class Counter(NamedTuple):
    """A variable that is the number of a module in its list; ``sure`` where no module can be left out of the count."""

    name: str
    sure: bool


def last_name(node: cst.CSTNode) -> str | None:
    """The last name of ``a.b.c``."""
    match node:
        case cst.Name(value):
            return value
        case cst.Attribute(attr=cst.Name(value)):
            return value
        case _:
            return None


def binder(snippet: Snippet, node: cst.CSTNode, name: str) -> Binder | None:
    """The innermost function, lambda or comprehension around a node that binds a name by a parameter or a target."""
    for each in snippet.above(node):
        if isinstance(each, cst.Lambda | cst.FunctionDef) and name in parameters(each):
            return each
        if isinstance(each, cst.BaseComp) and name in set(_targets(each.for_in)):
            return each
    return None


def is_parameter(snippet: Snippet, node: cst.CSTNode, name: str) -> bool:
    """Whether a name is a parameter of the builder around a node, and nothing else before or behind it."""
    found = binder(snippet, node, name)
    if not isinstance(found, cst.FunctionDef) or snippet.enclosing(found, cst.FunctionDef) is not None:
        return False
    return name not in set(_assigned(found.body))


def parameters(function: cst.Lambda | cst.FunctionDef) -> set[str]:
    """The names of a function's parameters."""
    params = function.params
    return {each.name.value for each in (*params.posonly_params, *params.params, *params.kwonly_params)}


def maker(snippet: Snippet, function: cst.Lambda | cst.FunctionDef) -> cst.Call | None:
    """The call that a function is handed to, which builds the modules of a list with it."""
    if isinstance(function, cst.Lambda):
        argument = snippet.parent(function)
        call = snippet.parent(argument) if isinstance(argument, cst.Arg) else None
        return call if isinstance(call, cst.Call) else None
    around = snippet.enclosing(function, cst.FunctionDef)
    calls = (each for each in _all(around, cst.Call) if isinstance(each, cst.Call)) if around is not None else iter(())
    handed = [
        call
        for call in calls
        if any(isinstance(each.value, cst.Name) and each.value.value == function.name.value for each in call.args)
    ]
    return handed[0] if len(handed) == 1 else None


def counter(snippet: Snippet, node: cst.CSTNode) -> Counter | None:
    """The variable of the loop around a node that counts what the loop builds."""
    keyed = _key(snippet, node)
    if keyed is not None:
        return Counter(keyed, True)
    sure = True
    for each in snippet.above(node):
        match each:
            case cst.ListComp(for_in=loop) | cst.GeneratorExp(for_in=loop):
                if loop.inner_for_in is not None or loop.ifs:
                    return None
                return _counted(loop.target, loop.iter, sure)
            case cst.For(target=target, iter=iterable):
                return _counted(target, iterable, sure and not _may_skip(each))
            case cst.Lambda() | cst.FunctionDef() | cst.BaseComp():
                return None
            case _ if isinstance(each, _JUMPS):
                sure = False
    return None


def _key(snippet: Snippet, node: cst.CSTNode) -> str | None:
    """The variable by which a node is put into a container: ``self.layers[str(i)] = node``."""
    match snippet.parent(node):
        case cst.Assign(
            targets=[cst.AssignTarget(target=cst.Subscript(slice=[cst.SubscriptElement(slice=cst.Index(key))]))]
        ):
            if isinstance(key, cst.Call) and last_name(key.func) == "str" and len(key.args) == 1:
                return last_name(key.args[0].value) if isinstance(key.args[0].value, cst.Name) else None
    return None


def _counted(target: cst.BaseExpression, iterable: cst.BaseExpression, sure: bool) -> Counter | None:
    """The number of an item: what ``range(n)`` gives, or the first of what ``enumerate(items)`` does."""
    match target, iterable:
        case cst.Name(name), cst.Call(func=cst.Name("range"), args=[cst.Arg(star="")]):
            pass
        case cst.Tuple(elements=[cst.Element(value=cst.Name(name)), _]), cst.Call(
            func=cst.Name("enumerate"), args=[cst.Arg(star="")]
        ):
            pass
        case _:
            return None
    return Counter(name, sure) if name.strip("_") else None


def _may_skip(loop: cst.For) -> bool:
    return any(True for _ in _all(loop.body, cst.Continue)) or any(True for _ in _all(loop.body, cst.Break))


def _targets(loop: cst.CompFor) -> Iterator[str]:
    yield from _bound(loop.target)
    if loop.inner_for_in is not None:
        yield from _targets(loop.inner_for_in)


def _bound(target: cst.CSTNode) -> Iterator[str]:
    match target:
        case cst.Name(value):
            yield value
        case cst.Tuple(elements=elements) | cst.List(elements=elements):
            for each in elements:
                yield from _bound(each.value)


def _assigned(node: cst.CSTNode) -> Iterator[str]:
    """The names that statements assign to, in nested functions, too."""
    match node:
        case cst.AssignTarget(target=target) | cst.AnnAssign(target=target) | cst.AugAssign(target=target):
            yield from _bound(target)
        case cst.For(target=target) | cst.NamedExpr(target=target):
            yield from _bound(target)
        case cst.AsName(name=name):
            yield from _bound(name)
    for child in children(node):
        yield from _assigned(child)


def _all(node: cst.CSTNode, kind: type[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    if isinstance(node, kind):
        yield node
    for child in children(node):
        yield from _all(child, kind)
