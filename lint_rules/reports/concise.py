"""One line for each finding, for people and for editors that read ``path:line:column: message``."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.diagnostic import Diagnostic
from lint_rules.reports.report import Report
from lint_rules.reports.summary import fix_mark, footer
from lint_rules.reports.terminal import paint, visible


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the report."""
    for diagnostic in report.diagnostics:
        yield header(diagnostic, report)
    if not report.quiet:
        yield from footer(report)


def header(diagnostic: Diagnostic, report: Report) -> str:
    """Return the line that says where and what, ``path:line:column: code message``, with ruff's mark of what ``--fix`` repairs."""
    path = paint(visible(report.place(diagnostic.path)), "bold", report.color)
    code = paint(diagnostic.code, "red", report.color)
    mark = f"{fix_mark(report.color)} " if report.fixable(diagnostic) else ""
    return f"{path}:{diagnostic.start.line}:{diagnostic.start.column}: {code} {mark}{visible(diagnostic.headline)}"
