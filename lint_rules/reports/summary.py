"""The last lines of a report, and counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lint_rules.reports.report import Report
from lint_rules.reports.terminal import paint


def count(number: int, noun: str) -> str:
    """Return ``1 problem``, ``2 problems``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def few(names: Sequence[str], most: int = 3) -> str:
    """Return the first names, and how many there are beyond: ``a, b, c and 2 more``."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def footer(report: Report) -> Iterator[str]:
    """Yield what is said below the findings: how many there are, and how many of them ``--fix`` repairs."""
    found, style = _found(report)
    yield paint(found, style, report.color) + _beside(report)
    yield from _fixes(report)


def fix_mark(color: bool) -> str:
    """Return the mark of a finding that ``--fix`` repairs."""
    return f"[{paint('*', 'cyan', color)}]"


def _found(report: Report) -> tuple[str, str]:
    """Return the line that counts the findings, and its style."""
    files, remaining = count(report.files, "file"), len(report.diagnostics)
    if report.fixed:
        problems = count(report.fixed + remaining, "problem")
        style = "bold" if remaining else "green"
        return f"Found {problems} ({report.fixed} fixed, {remaining} remaining).", style
    if remaining:
        return f"Found {count(remaining, 'problem')} in {files}.", "bold"
    return f"All clear: {files} checked.", "green"


def _beside(report: Report) -> str:
    """Return how many findings are there and not reported, in parentheses, nothing if there are none."""
    parts = []
    if report.elsewhere:
        parts.append(f"{count(report.elsewhere, 'problem')} in other files of the project")
    if report.baselined:
        parts.append(f"{report.baselined} in the baseline")
    return f" ({', '.join(parts)})" if parts else ""


def _fixes(report: Report) -> Iterator[str]:
    """Yield the line that says what can be repaired, and by which options."""
    fixable = sum(map(report.fixable, report.diagnostics))
    hidden = sum(diagnostic.fix is not None for diagnostic in report.diagnostics) - fixable
    fixes = "fix" if hidden == 1 else "fixes"
    more = f" ({hidden} hidden {fixes} can be enabled with the `--unsafe-fixes` option)" if hidden else ""
    if fixable:
        yield f"{fix_mark(report.color)} {fixable} fixable with the `--fix` option{more}."
    elif hidden:
        yield f"No fixes available{more}."
