"""Loops over a model's modules that convert some of them: what they ask of a name decides a conversion, too.

Such a loop is turned into a filter: a function of a module and its name, true where the loop converts the module.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

NAMED = ("named_modules", "named_children")
"""The methods of a module that give what is inside it by name."""


class Loop(NamedTuple):
    """A loop over modules by name."""

    node: ast.For
    name: str
    module: str

    @property
    def asks(self) -> bool:
        """Whether it does anything with the names."""
        return any(
            isinstance(each, ast.Name) and each.id == self.name for one in self.node.body for each in ast.walk(one)
        )

    @property
    def calls(self) -> Iterator[ast.Call]:
        """The calls in its body that are given the module, or its name."""
        for each in ast.walk(ast.Module(self.node.body, [])):
            if isinstance(each, ast.Call) and not {self.name, self.module}.isdisjoint(_names(each)):
                yield each


def loops(code: ast.AST) -> Iterator[Loop]:
    """All loops of a function that go over modules by name."""
    held = {
        target.id
        for each in ast.walk(code)
        if isinstance(each, ast.Assign) and _gives_modules(each.value, ())
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    for each in ast.walk(code):
        match each:
            case ast.For(target=ast.Tuple(elts=[ast.Name(id=name), ast.Name(id=module)]), iter=iterable):
                if name != module and _gives_modules(iterable, held):
                    yield Loop(each, name, module)
            case _:
                pass


def _gives_modules(iterable: ast.expr, held: Collection[str]) -> bool:
    return any(
        (isinstance(each, ast.Attribute) and each.attr in NAMED) or (isinstance(each, ast.Name) and each.id in held)
        for each in ast.walk(iterable)
    )


def _names(call: ast.Call) -> set[str]:
    values = [*call.args, *(each.value for each in call.keywords)]
    return {each.id for value in values for each in ast.walk(value) if isinstance(each, ast.Name)}


def as_filter(loop: Loop, conversions: Collection[ast.Call]) -> ast.FunctionDef:
    """A function of the module and its name that says whether the loop comes to one of its conversions."""
    [made] = ast.parse(f"def loop({loop.module}, {loop.name}): ...").body
    assert isinstance(made, ast.FunctionDef)
    made.body = [*_block(loop.node.body, conversions, False), _says(False)]
    made.lineno, made.col_offset = loop.node.lineno, loop.node.col_offset
    return made


def _block(body: Sequence[ast.stmt], conversions: Collection[ast.Call], inner: bool) -> list[ast.stmt]:
    """Statements, with an answer in the place of each conversion and of what goes on to the next module."""
    out: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.Continue | ast.Break) and not inner:
            out.append(_says(False))
        elif isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
            made = copy.copy(statement)
            deeper = inner or isinstance(statement, ast.For | ast.While)
            for name in ("body", "orelse", "finalbody"):
                if hasattr(statement, name):
                    setattr(made, name, _block(getattr(statement, name), conversions, deeper))
            out.append(made)
        elif any(each in conversions for each in ast.walk(statement)):
            out.append(_says(True))
        else:
            out.append(statement)
    return out


def _says(answer: bool) -> ast.Return:
    return ast.Return(ast.Constant(answer))
