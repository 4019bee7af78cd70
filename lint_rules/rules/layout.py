"""An argument more in a call, in the layout that the call has: on the line, below the others, or each on its own."""

from __future__ import annotations

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.rules.repair import with_argument
from lint_rules.rules.syntax import Snippet

_WIDTHS = (88, 100, 120)
_STRAY = 0.01
"""So many of a file's lines may be longer than its width."""


def width_of(text: str) -> int:
    """How long lines are in a file: a usual width that nearly all of its lines keep."""
    lines = text.splitlines()
    for width in _WIDTHS:
        if sum(len(line) > width for line in lines) <= max(len(lines) * _STRAY, 0):
            return width
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
    return _laid_out(snippet, call, argument) or with_argument(snippet, call, argument)


def _before(snippet: Snippet, splat: cst.Arg, argument: str) -> Edit:
    text, at = snippet.source.text or "", snippet.begin(splat)
    head = text[_line(text, at) : at]
    between = f",\n{head}" if not head.strip() else ", "
    return Edit(snippet.source.path, at, at, argument + between)


def _laid_out(snippet: Snippet, call: cst.Call, argument: str) -> list[Edit] | None:
    """The arguments of a call that stand on one line, laid out as a formatter would where one more does not fit there.

    None where they don't stand on one line, or where it does fit.
    """
    text = snippet.source.text or ""
    if not call.args:
        return None
    begin, end = snippet.begin(call.args[0]), snippet.end(call.args[-1].value)
    close = snippet.core(call)[1] - 1
    line = _line(text, begin)
    head, tail = text[line:begin], text[close : _end(text, close)]
    last = call.args[-1].comma
    if _breaks(text[begin:end]) or "#" in text[end:close] or isinstance(last, cst.Comma):
        return None
    width, arguments = width_of(text), f"{text[begin:end]}, {argument}"
    if head.strip():
        # They stand behind the bracket.
        if _breaks(text[end:close]) or len(head + arguments + tail) <= width:
            return None
        indent = head[: len(head) - len(head.lstrip())]
        inner = indent + "    "
        opened = begin - len(head) + len(head.rstrip())
        if len(inner + arguments) <= width:
            return [
                _edit(snippet, opened, begin, f"\n{inner}"),
                _edit(snippet, end, close, f", {argument}\n{indent}"),
            ]
        return [
            _edit(snippet, opened, begin, f"\n{inner}"),
            *_gaps(snippet, call, inner),
            _edit(snippet, end, close, f",\n{inner}{argument},\n{indent}"),
        ]
    if len(head + arguments) <= width:
        return [_edit(snippet, end, end, f", {argument}")]
    return [*_gaps(snippet, call, head), _edit(snippet, end, end, f",\n{head}{argument},")]


def _gaps(snippet: Snippet, call: cst.Call, indent: str) -> list[Edit]:
    """A line end between each two arguments."""
    return [
        _edit(snippet, snippet.core(one.comma)[1], snippet.begin(other), f"\n{indent}")
        for one, other in zip(call.args, call.args[1:], strict=False)
        if isinstance(one.comma, cst.Comma)
    ]


def _edit(snippet: Snippet, start: int, end: int, content: str) -> Edit:
    return Edit(snippet.source.path, start, end, content)


def _line(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _end(text: str, at: int) -> int:
    return min(found if (found := text.find(each, at)) >= 0 else len(text) for each in "\r\n")


def _breaks(text: str) -> bool:
    return "\n" in text or "\r" in text
