"""An outcome as bytes, and back.

It is JSON, which every run that reports in it needs anyway: a start of a quarter of a second has no room for a library.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lint_rules.diagnostic import Cited, Diagnostic, Edit, Fix, Position, Step
from lint_rules.outcome import Outcome, Unresolved

_Row = list[Any]
_Number = Callable[[Path], int]


def encoded(outcome: Outcome) -> bytes:
    """Return the outcome as bytes."""
    paths: dict[Path, int] = {}

    def number(path: Path) -> int:
        return paths.setdefault(path, len(paths))

    document: dict[str, _Row] = {
        "diagnostics": [_diagnostic_row(each, number) for each in outcome.diagnostics],
        "unresolved": [[number(each.path), *each[1:]] for each in outcome.unresolved],
        "commented": [number(path) for path in outcome.commented],
    }
    document["paths"] = list(map(str, paths))
    return json.dumps(document, separators=(",", ":")).encode()


def decoded(data: bytes) -> Outcome | None:
    """Return the outcome that was encoded, None where there was none."""
    try:
        document = json.loads(data)
        paths = [Path(name) for name in document["paths"]]
        return Outcome(
            [_diagnostic(row, paths) for row in document["diagnostics"]],
            [Unresolved(paths[path], line, column, message) for path, line, column, message in document["unresolved"]],
            tuple(paths[path] for path in document["commented"]),
        )
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None


def _diagnostic_row(each: Diagnostic, number: _Number) -> _Row:
    flow = [[step.label, None if step.path is None else number(step.path), step.line] for step in each.flow]
    fix, cited = _fix_row(each.fix, number), None
    if each.cited is not None:
        cited = [each.cited.at, number(each.cited.path), each.cited.line]
    return [*each[:2], number(each.path), *each[3:5], flow, *each[6:9], fix, each.preview, cited]


def _fix_row(fix: Fix | None, number: _Number) -> _Row | None:
    if fix is None:
        return None
    return [fix.message, [[number(edit.path), *edit[1:]] for edit in fix.edits], fix.safe]


def _diagnostic(row: _Row, paths: list[Path]) -> Diagnostic:
    code, message, path, start, end, flow, layers, help, statement_line, fix, preview, cited = row
    return Diagnostic(
        code,
        message,
        paths[path],
        Position(*start),
        Position(*end),
        tuple(Step(label, None if place is None else paths[place], line) for label, place, line in flow),
        tuple(layers),
        help,
        statement_line,
        None if fix is None else _fix(fix, paths),
        preview,
        None if cited is None else Cited(cited[0], paths[cited[1]], cited[2]),
    )


def _fix(row: _Row, paths: list[Path]) -> Fix:
    message, edits, safe = row
    return Fix(message, tuple(Edit(paths[path], *rest) for path, *rest in edits), safe)
