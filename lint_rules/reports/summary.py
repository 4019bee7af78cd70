"""The last line of a report, and counts."""

from __future__ import annotations

from lint_rules.reports.report import Report
from lint_rules.reports.terminal import paint


def count(number: int, noun: str) -> str:
    """Return ``1 problem``, ``2 problems``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def footer(report: Report) -> str:
    """Return the line that says how many problems there are in how many files."""
    files = count(report.files, "file")
    beside = f" ({count(report.elsewhere, 'problem')} in other files of the project)" if report.elsewhere else ""
    found = len(report.diagnostics)
    if report.fixed:
        fixed = f"({report.fixed} fixed, {found} remaining)"
        return paint(f"Found {count(report.fixed + found, 'problem')} {fixed}.", "bold", report.color) + beside
    if found:
        return paint(f"Found {count(found, 'problem')} in {files}.", "bold", report.color) + beside
    return paint(f"All clear: {files} checked.", "green", report.color) + beside
