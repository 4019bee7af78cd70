"""How often each rule has something to say, instead of what it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from lint_rules.reports.report import Report
from lint_rules.reports.summary import footer


def render(report: Report) -> Iterator[str]:
    """Yield a line for each rule, the most frequent first; with ruff's marks, if ``--fix`` repairs any finding."""
    fixable = Counter(diagnostic.code for diagnostic in report.diagnostics if report.fixable(diagnostic))
    for number, code, name in _counts(report):
        yield f"{number}\t{code}\t{_mark(fixable[code], number) if fixable else ''}{name}"
    if not report.quiet:
        yield from footer(report)


def render_json(report: Report) -> Iterator[str]:
    """Yield the same as one JSON document."""
    yield json.dumps(
        [{"code": code, "name": name, "count": number} for number, code, name in _counts(report)], indent=2
    )


def _mark(fixable: int, number: int) -> str:
    """Say whether all, some or none of a rule's findings can be repaired."""
    return "[*] " if fixable == number else "[-] " if fixable else "[ ] "


def _counts(report: Report) -> list[tuple[int, str, str]]:
    counts = Counter(diagnostic.code for diagnostic in report.diagnostics)
    rows = [(number, code, report.name(code) or "") for code, number in counts.items()]
    return sorted(rows, key=lambda row: (-row[0], row[1]))
