"""The concrete syntax of one place: the definition around it, parsed alone by libcst, positions mapped back."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from lint_rules.project.source import Source


class Span(NamedTuple):
    """A piece of a file: indices in its text, and the first line of the statement around it (an index, too)."""

    start: int
    end: int
    statement: int


class Snippet:
    """Some lines of a file, from ``begin`` to ``end`` as :mod:`ast` counts lines, as a libcst tree.

    Indented lines are put below an ``if``: so they parse as they stand, and every other byte stays what it was.
    """

    def __init__(self, source: Source, begin: int, end: int) -> None:
        self.source = source
        text = source.text or ""
        self.offset = source.offset(begin, 0)
        self.text = text[self.offset : source.offset(end + 1, 0)]
        indented = self.text[:1] in (" ", "\t", "\f") and self.text.strip() != ""
        self._head = "if True:\n" if indented and begin > 1 else ""

    @cached_property
    def _read(self) -> tuple[Mapping[cst.CSTNode, CodeRange], _Collector] | None:
        """The positions of all nodes, and the nodes that are asked for."""
        try:
            wrapper = MetadataWrapper(cst.parse_module(self._head + self.text), unsafe_skip_copy=True)
            positions = wrapper.resolve(PositionProvider)
            collector = _Collector()
            wrapper.module.visit(collector)
        except Exception:
            # libcst can't read all that the running Python can, nor walk what nests without end: positions from `ast`
            # must do then.
            return None
        return positions, collector

    @cached_property
    def _arguments(self) -> dict[int, tuple[cst.Arg, Span]]:
        """The arguments of all calls, by the index at which each begins and at which its value begins."""
        if self._read is None:
            return {}
        positions, collector = self._read
        out: dict[int, tuple[cst.Arg, Span]] = {}
        for argument, statement in collector.arguments:
            begin = self._index(positions[argument].start.line, positions[argument].start.column)
            value = positions[argument.value]
            start, end = self._range(value)
            first = self._range(positions[statement])[0] if statement is not None else begin
            same_line = "\n" not in self.source.text[begin:start] if self.source.text else True
            at = begin if argument.star or not same_line else start
            span = Span(at, end, first)
            out.setdefault(begin, (argument, span))
        return out

    @cached_property
    def _statements(self) -> dict[int, Span]:
        """All statements on lines of their own, by the index at which each begins."""
        if self._read is None:
            return {}
        positions, collector = self._read
        out: dict[int, Span] = {}
        for statement, holder in collector.statements:
            start, end = self._range(positions[statement])
            out.setdefault(start, Span(start, end, self._range(positions[holder])[0]))
        return out

    @cached_property
    def _calls(self) -> dict[int, Span]:
        """All calls, by the index at which each begins; of several that begin there, the outermost."""
        if self._read is None:
            return {}
        positions, collector = self._read
        out: dict[int, Span] = {}
        for call, holder in collector.calls:
            start, end = self._range(positions[call])
            out.setdefault(start, Span(start, end, self._range(positions[holder])[0]))
        return out

    def _index(self, line: int, column: int) -> int:
        return self.offset + self._starts[line - 1] + column - len(self._head)

    def _range(self, position: CodeRange) -> tuple[int, int]:
        return (
            self._index(position.start.line, position.start.column),
            self._index(position.end.line, position.end.column),
        )

    @cached_property
    def _starts(self) -> list[int]:
        text = self._head + self.text
        starts, at = [0], 0
        while (at := _line_end(text, at)) >= 0:
            starts.append(at)
        return starts

    def argument(self, at: int) -> tuple[cst.Arg | None, Span]:
        """The argument that begins at an index of the file's text, and its span: its value's, or the splat's."""
        found = self._arguments.get(at)
        if found is not None:
            return found
        return None, self._plain(at)

    def statement(self, at: int) -> Span:
        """The statement that begins at an index of the file's text."""
        return self._statements.get(at) or self._plain(at)

    def change(self, at: int) -> Span:
        """What changes an object, at an index of the file's text: a statement, or a call inside one."""
        return self._statements.get(at) or self._calls.get(at) or self._plain(at)

    def _plain(self, at: int) -> Span:
        text = self.source.text or ""
        end = text.find("\n", at)
        line = text.rfind("\n", 0, at) + 1
        piece = text[at : end if end >= 0 else len(text)].rstrip().rstrip(",)")
        indent = len(text[line:at]) - len(text[line:at].lstrip())
        return Span(at, at + max(len(piece), 1), line + indent)

    def excerpt(self, span: Span) -> str:
        """The text of a span on one line, cut to what a message can hold."""
        text = " ".join((self.source.text or "")[span.start : span.end].split())
        if len(text) <= 60:
            return text
        cut = textwrap.shorten(text, 60, placeholder="…")
        return cut if len(cut) > 20 else text[:59] + "…"


def _line_end(text: str, at: int) -> int:
    for index in range(at, len(text)):
        if text[index] == "\n":
            return index + 1
        if text[index] == "\r" and text[index + 1 : index + 2] != "\n":
            return index + 1
    return -1


class _Collector(cst.CSTVisitor):
    """Gathers arguments, calls and simple statements, each with the statement that holds it."""

    def __init__(self) -> None:
        self.arguments: list[tuple[cst.Arg, cst.CSTNode | None]] = []
        self.statements: list[tuple[cst.CSTNode, cst.CSTNode]] = []
        self.calls: list[tuple[cst.CSTNode, cst.CSTNode]] = []
        self._stack: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self._stack.append(node)
        if isinstance(node, cst.BaseSmallStatement) and self._stack:
            self.statements.append((node, self._stack[-1]))
        if isinstance(node, cst.Call) and self._stack:
            self.calls.append((node, self._stack[-1]))
        if isinstance(node, cst.Arg):
            self.arguments.append((node, self._stack[-1] if self._stack else None))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self._stack and self._stack[-1] is original_node:
            self._stack.pop()
