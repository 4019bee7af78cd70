"""A keyword argument of a call: put in where it belongs, or given another value."""

from __future__ import annotations

import libcst as cst

from lint_rules.diagnostic import Edit
from lint_rules.rules.syntax import Snippet


def keyword(call: cst.Call, name: str) -> cst.Arg | None:
    """The argument that a call gives under a name."""
    return next((each for each in call.args if each.keyword is not None and each.keyword.value == name), None)


def with_keyword(snippet: Snippet, call: cst.Call, name: str, value: str) -> list[Edit]:
    """Put ``name=value`` behind a call's last argument; on a line of its own, if the others have such lines."""
    path, text = snippet.source.path, snippet.source.text or ""
    close = snippet.core(call)[1] - 1
    new = f"{name}={value}"
    if not call.args:
        return [Edit(path, close, close, new)]
    last = call.args[-1]
    end = snippet.end(last.value)
    line = _line(text, close)
    begin = min(snippet.begin(last), snippet.begin(last.value))
    own = text[_line(text, begin) : begin]
    if text[line:close].strip() or own.strip():
        return [Edit(path, end, end, f", {new}")]
    comma = [] if isinstance(last.comma, cst.Comma) else [Edit(path, end, end, ",")]
    return [*comma, Edit(path, line, line, f"{own}{new},\n")]


def _line(text: str, at: int) -> int:
    """Where the line of an index begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
