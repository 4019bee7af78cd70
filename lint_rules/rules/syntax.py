"""The concrete syntax of one place: the definition around it, parsed alone by libcst, positions mapped back."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeVar

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider, WhitespaceInclusivePositionProvider

from lint_rules.diagnostic import Edit
from lint_rules.project.source import Source
from lint_rules.rules.cutting import lines_that_matter
from lint_rules.rules.nodes import Nodes

_LINE_END = re.compile(r"\r\n|\r|\n")

Node = TypeVar("Node", bound=cst.CSTNode)


class Span(NamedTuple):
    """A piece of a file: indices in its text, and the first line of the statement around it (an index, too)."""

    start: int
    end: int
    statement: int


class Snippet:
    """Some lines of a file as a libcst tree: those of ``text``, from ``begin`` on as :mod:`ast` counts lines.

    Indented lines are put below an ``if``: so they parse as they stand, and every other byte stays what it was. Where lines
    are named as ``places``, only what matters at these is in the tree; nothing else must be asked then. All places are
    indices in the text of the file, of which a snippet knows no more than its own lines.
    """

    def __init__(self, source: Source, begin: int, text: str, places: Iterable[int] = ()) -> None:
        self.source = source
        self.text = text
        self.remembered: dict[tuple[cst.CSTNode, str], list[cst.Name]] = {}
        """Where names stand in a part of the tree, once that was asked."""
        self._begin = begin
        self._places = tuple(places)
        self._base = source.offset(begin, 0)
        indented = self.text[:1] in (" ", "\t", "\f") and self.text.strip() != ""
        self._head = "if True:\n" if indented and begin > 1 else ""

    @cached_property
    def _lines(self) -> list[int]:
        """The lines of the file that are in the tree, and the one after the last."""
        first, above = self._begin, 1 if self._head else 0
        if self._places:
            places = [each - first + 1 + above for each in self._places]
            found = lines_that_matter(self._head + self.text, places)
            if found is not None:
                lines = [each + first - 1 - above for each in found if each > above]
                return [*lines, lines[-1] + 1]
        # A text whose last line has no end has one line more than it has ends.
        number = len(_LINE_END.findall(self.text)) + (not self.text.endswith(("\n", "\r")))
        return list(range(first, first + number + 1))

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line of the tree begins in the file's text, as an index."""
        starts = [self.source.offset(each, 0) for each in self._lines]
        # What stands at the top was put there by us.
        return [starts[0] - len(self._head), *starts] if self._head else starts

    @cached_property
    def _read(self) -> tuple[Mapping[cst.CSTNode, CodeRange], Nodes, cst.Module, MetadataWrapper] | None:
        """The positions of all nodes, the nodes that are asked for, the tree, and what knows more of it."""
        offset = self.source.offset
        text = "".join(self.cut(offset(each, 0), offset(each + 1, 0)) for each in self._lines[:-1])
        try:
            wrapper = MetadataWrapper(cst.parse_module(self._head + text), unsafe_skip_copy=True)
            positions = wrapper.resolve(PositionProvider)
            nodes = Nodes(wrapper.module)
        except Exception:
            # libcst can't read all that the running Python can, nor walk what nests without end: positions from `ast`
            # must do then.
            return None
        return positions, nodes, wrapper.module, wrapper

    @cached_property
    def _arguments(self) -> dict[int, tuple[cst.Arg, Span]]:
        """The arguments of all calls, by the index at which each begins and at which its value begins."""
        if self._read is None:
            return {}
        positions, nodes, *_ = self._read
        out: dict[int, tuple[cst.Arg, Span]] = {}
        for argument, statement in nodes.arguments:
            begin = self._index(positions[argument].start.line, positions[argument].start.column)
            value = positions[argument.value]
            start, end = self._range(value)
            first = self._range(positions[statement])[0] if statement is not None else begin
            # An argument in parentheses begins before what `ast` takes for its beginning.
            out.setdefault(start, (argument, Span(start, end, first)))
            if argument.star or "\n" in self.cut(begin, start):
                start, end = begin, self.end(argument.value) if argument.value.rpar else end
            out[begin] = (argument, Span(start, end, first))
        return out

    @cached_property
    def _statements(self) -> dict[int, Span]:
        """All statements on lines of their own, by the index at which each begins."""
        if self._read is None:
            return {}
        positions, nodes, *_ = self._read
        out: dict[int, Span] = {}
        for statement, holder in nodes.statements:
            start, end = self._range(positions[statement])
            out.setdefault(start, Span(start, end, self._range(positions[holder])[0]))
        return out

    def _index(self, line: int, column: int) -> int:
        # A block at the end of a text whose last line has no end goes on to a line that is not there.
        return self._starts[line - 1] + column if line <= len(self._starts) else self._starts[-1]

    def _range(self, position: CodeRange) -> tuple[int, int]:
        return (
            self._index(position.start.line, position.start.column),
            self._index(position.end.line, position.end.column),
        )

    def argument(self, at: int) -> tuple[cst.Arg | None, Span]:
        """The argument that begins at an index of the file's text, and its span: its value's, or the splat's."""
        found = self._arguments.get(at)
        if found is not None:
            return found
        return None, self._plain(at)

    def statement(self, at: int) -> Span:
        """The statement that begins at an index of the file's text."""
        return self._statements.get(at) or self._plain(at)

    def call(self, at: int) -> tuple[cst.Call | None, Span]:
        """The innermost call that begins at an index of the file's text: of ``A(1).b(2)``, it is ``A(1)``."""
        found = self._calls.get(at)
        return found[-1] if found else (None, self._plain(at))

    def calls(self, at: int) -> list[tuple[cst.Call, Span]]:
        """All calls that begin at an index of the file's text, outer ones first: of ``A(1).b(2)``, both."""
        return self._calls.get(at, [])

    @cached_property
    def _calls(self) -> dict[int, list[tuple[cst.Call, Span]]]:
        """All calls, by the index at which each begins, outer ones first."""
        if self._read is None:
            return {}
        positions, nodes, *_ = self._read
        out: dict[int, list[tuple[cst.Call, Span]]] = {}
        for call, statement in nodes.calls:
            start, end = self._range(positions[call])
            first = self._range(positions[statement])[0] if statement is not None else start
            out.setdefault(start, []).append((call, Span(start, end, first)))
        return out

    # --- what a repair needs

    def assigned(self, at: int) -> cst.BaseExpression | None:
        """The value that a statement gives to one attribute, with ``=`` or with ``setattr``."""
        match self._small.get(at):
            case cst.Assign(targets=[cst.AssignTarget(target=cst.Attribute() | cst.Subscript())], value=value):
                return value
            case cst.AnnAssign(target=cst.Attribute() | cst.Subscript(), value=value):
                return value
            case cst.Expr(value=cst.Call(func=function, args=[*_, cst.Arg(keyword=None, star="", value=value)])):
                return value if "setattr" in self.text_of(function) else None
            case _:
                return None

    def target(self, at: int) -> cst.BaseExpression | None:
        """The object whose attribute a statement sets."""
        match self._small.get(at):
            case cst.Assign(targets=[cst.AssignTarget(target=cst.Attribute(value=value))]):
                return value
            case cst.AnnAssign(target=cst.Attribute(value=value)):
                return value
            case cst.Expr(value=cst.Call(args=[first, _, _])):
                return first.value
            case _:
                return None

    def around(self, at: int) -> str:
        """The text of the call whose argument begins at an index, or of the statement that does."""
        argument = self._arguments.get(at)
        node = self.parent(argument[0]) if argument is not None else self._small.get(at)
        return self.text_of(node) if node is not None else ""

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """What a node stands in."""
        return self._read[1].parents.get(node) if self._read is not None else None

    def above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """What a node stands in, from the inside out."""
        parent = self.parent(node)
        while parent is not None:
            yield parent
            parent = self.parent(parent)

    def enclosing(self, node: cst.CSTNode, kind: type[Node]) -> Node | None:
        """The innermost node of a kind around another one."""
        return next((each for each in self.above(node) if isinstance(each, kind)), None)

    def definition(self, node: cst.CSTNode) -> str | None:
        """The text of the outermost function around a node; None where there is none."""
        functions = [each for each in self.above(node) if isinstance(each, cst.FunctionDef)]
        if not functions:
            return None
        return self.text if self._places else self.text_of(functions[-1])

    def text_of(self, node: cst.CSTNode) -> str:
        """A node as the file has it, with its parentheses."""
        return self.cut(self.begin(node), self.end(node))

    def cut(self, start: int, end: int) -> str:
        """The text between two indices."""
        return self.text[max(start - self._base, 0) : max(end - self._base, 0)]

    def line_begin(self, at: int) -> int:
        """The index at which the line of an index begins."""
        inside = at - self._base
        return max(self.text.rfind("\n", 0, inside), self.text.rfind("\r", 0, inside)) + 1 + self._base

    def line_end(self, at: int) -> int:
        """The index at which the line of an index ends, without what ends it."""
        found = (self.text.find(each, at - self._base) for each in "\r\n")
        return min(each if each >= 0 else len(self.text) for each in found) + self._base

    def next_line(self, at: int) -> int:
        """The index at which the line after that of an index begins."""
        end = self.line_end(at)
        return end + (2 if self.cut(end, end + 2) == "\r\n" else 1)

    def core(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where a node stands without parentheses and white space."""
        assert self._read is not None
        return self._range(self._read[0][node])

    def begin(self, node: cst.CSTNode) -> int:
        """The index at which a node begins, with its parentheses."""
        return self._range(self._whole[node])[0]

    def end(self, node: cst.CSTNode) -> int:
        """The index after a node, with its parentheses."""
        return self._range(self._whole[node])[1]

    def replace(self, node: cst.BaseExpression, new: cst.BaseExpression) -> list[Edit]:
        """The least changes of the text that turn one expression into another.

        One that goes over several lines is left as it is where it is a part of the other one: its lines may end in
        different ways.
        """
        begin, end = self.begin(node), self.end(node)
        written, before = self._written(new, node), self._written(node, node)
        if _LINE_END.search(self.text_of(node)) and before in written:
            head, tail = written.split(before, 1)
            return [self.change(at, at, each) for at, each in ((begin, head), (end, tail)) if each]
        return [self.change(begin, end, written)]

    def _written(self, node: cst.BaseExpression, place: cst.CSTNode) -> str:
        """An expression as it is written in the place of another one: what libcst leaves out of its lines is put back."""
        assert self._read is not None
        blocks = [each for each in self.above(place) if isinstance(each, cst.IndentedBlock)]
        module = self._read[2]
        indent = "".join(module.default_indent if each.indent is None else each.indent for each in reversed(blocks))
        line = cst.SimpleStatementLine([cst.Expr(node)])
        if not indent:
            return module.code_for_node(line).removesuffix(module.default_newline)
        code = module.code_for_node(cst.If(cst.Name("x"), cst.IndentedBlock([line], indent=indent)))
        head = f"if x:{module.default_newline}{indent}"
        return code.removeprefix(head).removesuffix(module.default_newline)

    def change(self, start: int, end: int, content: str) -> Edit:
        """The least change that puts a text in the place of another one."""
        while start < end and content[:1] == self.cut(start, start + 1):
            start, content = start + 1, content[1:]
        while start < end and content[-1:] == self.cut(end - 1, end):
            end, content = end - 1, content[:-1]
        return Edit(self.source.path, start, end, content.replace("\r\n", "\n").replace("\r", "\n"))

    @cached_property
    def _whole(self) -> Mapping[cst.CSTNode, CodeRange]:
        """Where each node stands, with its parentheses."""
        assert self._read is not None
        return self._read[3].resolve(WhitespaceInclusivePositionProvider)

    @cached_property
    def _small(self) -> dict[int, cst.BaseSmallStatement]:
        out: dict[int, cst.BaseSmallStatement] = {}
        for statement, _ in self._read[1].statements if self._read is not None else ():
            if isinstance(statement, cst.BaseSmallStatement):
                out.setdefault(self.core(statement)[0], statement)
        return out

    def changing(self, at: int) -> Span:
        """What changes an object, at an index of the file's text: a statement, or a call inside one."""
        calls = self._calls.get(at)
        return self._statements.get(at) or (calls[0][1] if calls else self._plain(at))

    def _plain(self, at: int) -> Span:
        # Only line feeds count here: a lone carriage return is a part of what a report shows as a line.
        here = self.cut(self._base, at).rpartition("\n")[2]
        piece = self.cut(at, self._base + len(self.text)).partition("\n")[0].rstrip().rstrip(",)")
        indent = len(here) - len(here.lstrip())
        return Span(at, at + max(len(piece), 1), at - len(here) + indent)

    def excerpt(self, span: Span) -> str:
        """The text of a span on one line, cut to what a message can hold."""
        text = " ".join(self.cut(span.start, span.end).split())
        if len(text) <= 60:
            return text
        cut = textwrap.shorten(text, 60, placeholder="…")
        return cut if len(cut) > 20 else text[:59] + "…"
