"""The syntax trees of the few files that filters lead to: facts leave out where a string stands in a list."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from lint_rules.outline.filters.values import Value
from lint_rules.project.source import Source
from lint_rules.project.symbols import Project

Def = ast.FunctionDef | ast.AsyncFunctionDef


class Tree:
    """One file; empty where it can't be parsed."""

    def __init__(self, source: Source) -> None:
        self.module = ast.Module([], [])
        if source.module is not None:
            self.module = ast.parse(source.text or "")
        self.functions: dict[int, Def] = {}
        """By the line of their ``def``."""
        self.classes: dict[int, ast.ClassDef] = {}
        """By the line of their ``class``."""
        self._stored: dict[int, frozenset[str]] = {}
        for node in ast.walk(self.module):
            if isinstance(node, Def):
                self.functions[node.lineno] = node
            elif isinstance(node, ast.ClassDef):
                self.classes[node.lineno] = node

    def stored_by(self, line: int) -> frozenset[str]:
        """The attributes that the function on a line assigns to ``self``, or to anything else."""
        if line not in self._stored:
            node = self.functions.get(line)
            inner = ast.walk(node) if node is not None else ()
            stored = (each for each in inner if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))
            self._stored[line] = frozenset(each.attr for each in stored)
        return self._stored[line]

    def statements_about(self, name: str) -> list[ast.stmt]:
        """The top-level statements that bind a name or change what it is bound to, in the order of the text."""
        return [statement for statement in _flat(self.module.body) if name in set(_touched(statement))]


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
