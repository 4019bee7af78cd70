"""How often each rule has something to say, instead of what it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from lint_rules.reports.report import Report
from lint_rules.reports.summary import footer


def render(report: Report) -> Iterator[str]:
    """Yield a line for each rule, the most frequent first."""
    for number, code, name in _counts(report):
        yield f"{number}\t{code}\t{name}"
    if not report.quiet:
        yield footer(report)


def render_json(report: Report) -> Iterator[str]:
    """Yield the same as one JSON document."""
    yield json.dumps(
        [{"code": code, "name": name, "count": number} for number, code, name in _counts(report)], indent=2
    )


def _counts(report: Report) -> list[tuple[int, str, str]]:
    counts = Counter(diagnostic.code for diagnostic in report.diagnostics)
    rows = [(number, code, report.names.get(code, "")) for code, number in counts.items()]
    return sorted(rows, key=lambda row: (-row[0], row[1]))
