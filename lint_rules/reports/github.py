"""Workflow commands, which GitHub shows at the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.diagnostic import Diagnostic
from lint_rules.reports.report import Report
from lint_rules.reports.terminal import visible
from lint_rules.reports.text import notes


def render(report: Report) -> Iterator[str]:
    """Yield one command for each finding."""
    for diagnostic in report.diagnostics:
        properties = ",".join(f"{key}={_property(value)}" for key, value in _properties(diagnostic).items())
        place = f"{report.place(diagnostic.path)}:{diagnostic.start.line}:{diagnostic.start.column}"
        text = [f"{place}: {diagnostic.code} {diagnostic.headline}"]
        text += [f"{label}: {note}" for label, note in notes(diagnostic)]
        yield f"::error {properties}::{_data(chr(10).join(map(visible, text)))}"


def _properties(diagnostic: Diagnostic) -> dict[str, str]:
    # An absolute path: GitHub makes it relative to the workspace, whatever folder the command ran in.
    return {
        "title": f"quantfence ({diagnostic.code})",
        "file": visible(str(diagnostic.path)),
        "line": str(diagnostic.start.line),
        "col": str(diagnostic.start.column),
        "endLine": str(diagnostic.end.line),
        "endColumn": str(diagnostic.end.column),
    }


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
