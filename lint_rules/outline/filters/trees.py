"""The syntax trees of the few functions that filters lead to: facts leave out where a string stands in a list."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from lint_rules.outline.filters.values import Value
from lint_rules.project import facts
from lint_rules.project.alone import alone
from lint_rules.project.source import Source
from lint_rules.project.storing import stores
from lint_rules.project.symbols import Project

Def = ast.FunctionDef | ast.AsyncFunctionDef


class Tree:
    """One file; empty where it can't be parsed. Its functions are parsed alone, each when it is asked for."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._functions: dict[int, Def | None] = {}

    @property
    def whole(self) -> ast.Module:
        """All of the file, made anew each time: it takes a hundred times the memory of the text."""
        return ast.parse(self._source.text or "") if self._source.module is not None else ast.Module([], [])

    @cached_property
    def outside(self) -> ast.Module:
        """The file without what is in its functions."""
        return self._source.outside()

    @cached_property
    def classes(self) -> dict[int, ast.ClassDef]:
        """All classes, by the line of their ``class``."""
        return {node.lineno: node for node in ast.walk(self.outside) if isinstance(node, ast.ClassDef)}

    def function(self, function: facts.Function) -> Def | None:
        """A function that is not inside another one; None where it is not there."""
        line = function.line
        if line not in self._functions:
            self._functions[line] = self._alone(function) or self._inside(line)
        return self._functions[line]

    def _alone(self, function: facts.Function) -> Def | None:
        """A function parsed by itself, at its place in the file."""
        begin = first_line(function)
        text = self._source.function_text(function, begin)
        made = alone(text, begin)
        inner = ast.walk(made) if made is not None else ()
        return next((node for node in inner if isinstance(node, Def) and node.lineno == function.line), None)

    def _inside(self, line: int) -> Def | None:
        return next((node for node in ast.walk(self.whole) if isinstance(node, Def) and node.lineno == line), None)

    def stores(self, function: facts.Function, name: str) -> bool:
        """Whether a function assigns to an attribute of this name, of ``self`` or of anything else."""
        return self._source.ask_of(function, stores, name)

    def statements_about(self, name: str) -> list[ast.stmt]:
        """The top-level statements that bind a name or change what it is bound to, in the order of the text."""
        return [statement for statement in _flat(self.outside.body) if name in set(_touched(statement))]


class Trees:
    """The trees of a project, each made when it is asked for."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.remembered: dict[object, Value] = {}
        """What names outside of functions are worth."""
        self._trees: dict[Path, Tree] = {}

    def tree(self, path: Path) -> Tree:
        """The tree of a file of the project."""
        if path not in self._trees:
            self._trees[path] = Tree(self.project.source(path))
        return self._trees[path]


def first_line(function: facts.Function) -> int:
    """The line on which a function begins, with those of its decorators that are given something."""
    called = [each.line for each in function.decorators if isinstance(each, facts.Call) and each.arguments]
    return min([function.line, *called])


def first_line_of_statement(module: ast.Module, line: int, column: int) -> int:
    """The line on which the innermost statement around a place begins."""
    found = line
    for node in ast.walk(module):
        if isinstance(node, ast.stmt) and (node.lineno, node.col_offset) <= (line, column):
            if (node.end_lineno or node.lineno, node.end_col_offset or 0) > (line, column):
                # Inner nodes come later in a walk.
                found = node.lineno
    return found


def _flat(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        match statement:
            case ast.If(body=inner, orelse=orelse):
                yield from _flat([*inner, *orelse])
            case ast.Try(body=inner, handlers=handlers, orelse=orelse, finalbody=final):
                yield from _flat([*inner, *(each for one in handlers for each in one.body), *orelse, *final])
            case ast.With(body=inner):
                yield from _flat(inner)
            case _:
                yield statement


def _touched(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds or changes."""
    match statement:
        case ast.Assign(targets=targets):
            for target in targets:
                yield from bound_names(target)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            yield from bound_names(target)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            yield name
        case _:
            pass


def bound_names(target: ast.expr) -> Iterator[str]:
    """The names in a target."""
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for element in elements:
                yield from bound_names(element)
        case ast.Starred(value=value) | ast.Subscript(value=value):
            yield from bound_names(value)
        case _:
            pass
