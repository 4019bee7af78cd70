"""An argument more in a call, in the layout that the call has: on the line, below the others, or each on its own."""

from __future__ import annotations

import re
from typing import NamedTuple

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.project.questions import of_file
from lint_rules.project.reading import decode
from lint_rules.rules.repair import with_argument
from lint_rules.rules.syntax import Snippet

_WIDTHS = (88, 100, 120)
_REST = re.compile(r"[\s)\]},:]*(#.*)?\Z")
"""What may follow a call that stands for itself."""
_STRAY = 0.04
"""So many of a file's lines may be longer than its width."""


@of_file
def width(data: bytes) -> int:
    """How long lines are in a file: a usual width that nearly all of its lines keep."""
    text = decode(data)
    lines = text.splitlines() if isinstance(text, str) else []
    for usual in _WIDTHS:
        if sum(len(line) > usual for line in lines) <= len(lines) * _STRAY:
            return usual
    return _WIDTHS[-1]


def with_keyword(snippet: Snippet, call: cst.Call, name: str, code: str) -> list[Edit] | None:
    """Put ``name=code`` behind a call's last argument, but before a ``**`` splat; None where it may be there already."""
    if any(each.star == "*" or (each.keyword is not None and each.keyword.value == name) for each in call.args):
        return None
    argument = f"{name}={code}"
    splats = [each for each in call.args if each.star == "**"]
    if splats and call.args[-len(splats) :] == tuple(splats):
        return [_before(snippet, splats[0], argument)]
    if splats:
        return None
    line = _Line.of(snippet, call)
    if line is None:
        return with_argument(snippet, call, argument)
    return line.spread(len(argument) + 2, argument)


def with_value(snippet: Snippet, argument: cst.Arg, code: str) -> list[Edit]:
    """Put another value in the place of an argument's."""
    begin, end = snippet.begin(argument.value), snippet.end(argument.value)
    change = snippet.change(begin, end, code)
    call = snippet.parent(argument)
    line = _Line.of(snippet, call) if isinstance(call, cst.Call) else None
    return [change] if line is None else [change, *line.spread(len(code) - (end - begin))]


class _Line(NamedTuple):
    """The arguments of a call that stand on one line, with no comma behind the last."""

    snippet: Snippet
    call: cst.Call
    begin: int
    end: int
    close: int
    """Where the call's bracket closes."""

    @classmethod
    def of(cls, snippet: Snippet, call: cst.Call) -> _Line | None:
        """None where a call has no arguments, or has them otherwise."""
        if not call.args or isinstance(call.args[-1].comma, cst.Comma):
            return None
        begin, end = snippet.begin(call.args[0]), snippet.end(call.args[-1].value)
        close = snippet.core(call)[1] - 1
        if _breaks(snippet.cut(begin, end)) or "#" in snippet.cut(end, close):
            return None
        return cls(snippet, call, begin, end, close)

    def spread(self, growth: int, added: str | None = None) -> list[Edit]:
        """Add an argument, and lay all out as a formatter would where the line gets too long for the file by ``growth``."""
        snippet = self.snippet
        head = snippet.cut(snippet.line_begin(self.begin), self.begin)
        length, most = self.end - self.begin + growth, snippet.source.ask(width)
        more = f", {added}" if added else ""
        if not head.strip():
            # They have a line of their own.
            if len(head) + length <= most:
                return self._edit(self.end, self.end, more)
            return [*self._gaps(head), *self._edit(self.end, self.end, f",\n{head}{added}," if added else ",")]
        tail = snippet.cut(self.close, snippet.line_end(self.close))
        fits = len(head) + length + len(tail) <= most
        if fits or _breaks(snippet.cut(self.end, self.close)) or self._is_inside():
            return self._edit(self.end, self.end, more)
        indent = head[: len(head) - len(head.lstrip())]
        inner = f"{indent}    "
        first = self._edit(self.begin - len(head) + len(head.rstrip()), self.begin, f"\n{inner}")
        if len(inner) + length <= most:
            return [*first, *self._edit(self.end, self.close, f"{more}\n{indent}")]
        last = f",\n{inner}{added},\n{indent}" if added else f",\n{indent}"
        return [*first, *self._gaps(inner), *self._edit(self.end, self.close, last)]

    def _is_inside(self) -> bool:
        """Whether the call is a part of what stands on the line: a formatter would begin with that."""
        snippet, at = self.snippet, self.snippet.begin(self.call)
        before = snippet.cut(snippet.line_begin(at), at)
        after = snippet.cut(self.close + 1, snippet.line_end(self.close))
        opens = sum(map(before.count, "([{")) > sum(map(before.count, ")]}"))
        return opens or _REST.match(after) is None

    def _gaps(self, indent: str) -> list[Edit]:
        """A line end between each two arguments."""
        return [
            edit
            for one, other in zip(self.call.args, self.call.args[1:], strict=False)
            if isinstance(one.comma, cst.Comma)
            for edit in self._edit(self.snippet.core(one.comma)[1], self.snippet.begin(other), f"\n{indent}")
        ]

    def _edit(self, start: int, end: int, content: str) -> list[Edit]:
        return [Edit(self.snippet.source.path, start, end, content)] if start != end or content else []


def _before(snippet: Snippet, splat: cst.Arg, argument: str) -> Edit:
    at = snippet.begin(splat)
    head = snippet.cut(snippet.line_begin(at), at)
    between = f",\n{head}" if not head.strip() else ", "
    return Edit(snippet.source.path, at, at, argument + between)


def _breaks(text: str) -> bool:
    return "\n" in text or "\r" in text
