"""Findings as text for people, terminals and other programs. Reports know diagnostics and nothing of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lint_rules.reports.report import Report

FORMATS = ("text", "concise", "json", "github")


def renderer(output_format: str, statistics: bool) -> Callable[[Report], Iterator[str]]:
    """Return what yields the lines of a report in this format, or its counts."""
    if statistics:
        from lint_rules.reports.statistics import render as counts
        from lint_rules.reports.statistics import render_json as counts_as_json

        return counts_as_json if output_format == "json" else counts
    if output_format == "json":
        from lint_rules.reports.json import render as as_json

        return as_json
    if output_format == "github":
        from lint_rules.reports.github import render as as_github

        return as_github
    if output_format == "concise":
        from lint_rules.reports.concise import render as as_concise

        return as_concise
    from lint_rules.reports.text import render as as_text

    return as_text
