"""The report for programs: a list in the shape that ruff prints, with ``flow``, ``layers`` and ``preview`` added."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from lint_rules.diagnostic import Diagnostic, Fix, Position, Step
from lint_rules.reports.changes import applicability, changes
from lint_rules.reports.report import Report


def render(report: Report) -> Iterator[str]:
    """Yield one JSON document. It is ASCII whatever the paths hold, so that no terminal's encoding can break it."""
    yield json.dumps([_item(diagnostic, report) for diagnostic in report.diagnostics], indent=2)


def _item(diagnostic: Diagnostic, report: Report) -> dict[str, Any]:
    return {
        "cell": None,
        "code": diagnostic.code,
        "end_location": _location(diagnostic.end),
        "filename": str(diagnostic.path),
        "fix": _fix(diagnostic.fix, report),
        "flow": [_step(step) for step in diagnostic.flow],
        "help": diagnostic.help,
        "layers": list(diagnostic.layers),
        "location": _location(diagnostic.start),
        "message": diagnostic.message,
        "name": report.name(diagnostic.code),
        "noqa_row": diagnostic.start.line,
        "preview": diagnostic.preview,
        "severity": "error",
        "url": None,
    }


def _fix(fix: Fix | None, report: Report) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [
        {
            "content": change.content,
            "end_location": _location(change.end),
            "filename": str(change.path),
            "location": _location(change.start),
        }
        for change in changes(fix, report.text)
    ]
    return {"applicability": applicability(fix), "edits": edits, "message": fix.message}


def _location(position: Position) -> dict[str, int]:
    return {"column": position.column, "row": position.line}


def _step(step: Step) -> dict[str, Any]:
    return {"filename": None if step.path is None else str(step.path), "label": step.label, "row": step.line}
