"""Sketches as bytes, and back: so they go from one process to another.

Classes and functions are named by their file and the line where they are defined: two of one name may stand in one file.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from lint_rules.outline.drawer import Variant
from lint_rules.outline.given import Given
from lint_rules.outline.sketch import Made
from lint_rules.outline.texts import Cut, Hole, Piece, Text
from lint_rules.outline.values import ClassRef, FunctionRef, Outer, Quant, Value
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, Project

_Row = list[Any]


class Writer:
    """Writes sketches."""

    def __init__(self) -> None:
        self._paths: dict[Path, int] = {}

    def written(self, sketches: Iterable[tuple[Made, ...]]) -> bytes:
        """Some sketches as bytes."""
        rows = [[self._made(made) for made in sketch] for sketch in sketches]
        return msgspec.msgpack.encode([list(map(str, self._paths)), rows])

    def _number(self, path: Path) -> int:
        return self._paths.setdefault(path, len(self._paths))

    def _made(self, made: Made) -> _Row:
        return [
            self._class(made.callee),
            self._site(made.site),
            made.where,
            made.own,
            made.is_base,
            self._given(made.given),
            made.path,
        ]

    def _site(self, site: Site | None) -> _Row | None:
        return None if site is None else [self._number(site.path), site.line, site.column]

    def _class(self, cls: ClassInfo | str) -> _Row | str:
        return cls if isinstance(cls, str) else [self._number(cls.module.path), self._class_number(cls)]

    def _class_number(self, cls: ClassInfo) -> int:
        return cls.facts.line

    def _function_number(self, function: FunctionInfo) -> int:
        return function.facts.line

    def _given(self, given: Given) -> _Row:
        return [
            given.accepts,
            [self._text(text) for text in given.texts],
            given.untold,
            given.default,
            self._site(given.argument),
            sorted(given.sources),
            [[name, sorted(sources)] for name, sources in given.configs],
            [[name, *self._value(value)] for name, value in given.variant],
        ]

    def _text(self, text: Text) -> _Row:
        return [text.at_root, [[piece.what, self._site(piece.site)] for piece in text.pieces]]

    def _value(self, value: Value) -> _Row:
        match value:
            case ClassRef(cls):
                return ["class", self._class(cls)]
            case FunctionRef(function):
                return ["function", [self._number(function.module.path), self._function_number(function)]]
            case Outer(name):
                return ["outer", name]
            case Quant(sources):
                return ["config", sorted(sources)]
            case _:
                raise TypeError(f"{value} decides nothing")


class Reader:
    """Reads what a :class:`Writer` wrote of a project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._paths: list[Path] = []
        self._classes: dict[Path, dict[int, ClassInfo]] = {}
        self._functions: dict[Path, dict[int, FunctionInfo]] = {}

    def read(self, data: bytes) -> list[tuple[Made, ...] | None]:
        """The sketches; None for one that speaks of something that is not found again."""
        paths, rows = msgspec.msgpack.decode(data)
        self._paths = list(map(Path, paths))
        return [self._sketch(row) for row in rows]

    def _sketch(self, rows: list[_Row]) -> tuple[Made, ...] | None:
        try:
            return tuple(self._made(row) for row in rows)
        except KeyError:
            return None

    def _made(self, row: _Row) -> Made:
        callee, site, where, own, is_base, given, path = row
        place = self._site(site)
        assert place is not None
        return Made(
            self._class(callee),
            place,
            where,
            own,
            is_base,
            self._given(given),
            None if path is None else tuple(path),
        )

    def _site(self, row: _Row | None) -> Site | None:
        return None if row is None else Site(self._paths[row[0]], row[1], row[2])

    def _class(self, row: _Row | str) -> ClassInfo | str:
        if isinstance(row, str):
            return row
        path = self._paths[row[0]]
        if path not in self._classes:
            self._classes[path] = {}
            stack = list(self._project.module(path).classes)
            while stack:
                cls = stack.pop()
                self._classes[path][cls.facts.line] = cls
                stack += cls.classes.values()
        return self._classes[path][row[1]]

    def _function(self, row: _Row) -> FunctionInfo:
        path = self._paths[row[0]]
        if path not in self._functions:
            module = self._project.module(path)
            found = [*module.functions, *(each for cls in module.classes for each in cls.methods.values())]
            self._functions[path] = {function.facts.line: function for function in found}
        return self._functions[path][row[1]]

    def _given(self, row: _Row) -> Given:
        accepts, texts, untold, default, argument, sources, configs, variant = row
        return Given(
            accepts,
            tuple(self._text(*text) for text in texts),
            untold,
            default,
            self._site(argument),
            frozenset(sources),
            tuple((name, frozenset(each)) for name, each in configs),
            self._variant(variant),
        )

    def _text(self, at_root: bool, pieces: list[_Row]) -> Text:
        return Text(tuple(Piece(_what(what), self._site(site)) for what, site in pieces), at_root)

    def _variant(self, rows: list[_Row]) -> Variant:
        return tuple((name, self._value(kind, said)) for name, kind, said in rows)

    def _value(self, kind: str, said: Any) -> Value:
        match kind:
            case "class":
                return ClassRef(self._class(said))
            case "function":
                return FunctionRef(self._function(said))
            case "outer":
                return Outer(said)
            case _:
                return Quant(frozenset(said))


def _what(row: _Row | str) -> str | Hole:
    if isinstance(row, str):
        return row
    kind, label, cuts = row
    return Hole(kind, label, tuple(Cut(*cut) for cut in cuts))
