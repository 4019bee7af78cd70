"""Findings as text for people, terminals and other programs. Reports know diagnostics and nothing of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from lint_rules.reports.report import Report

FORMATS = ("text", "concise", "json", "sarif", "junit", "gitlab", "github")
"""Each is a module of this package with a function ``render``."""
FOR_PEOPLE = ("text", "concise")
"""These may have colour; what the others print is one document, which nothing may be added to."""

Renderer = Callable[[Report], Iterator[str]]


def renderer(output_format: str, statistics: bool) -> Renderer:
    """Return what yields the lines of a report in this format, or its counts."""
    if statistics:
        from lint_rules.reports.statistics import render as counts
        from lint_rules.reports.statistics import render_json as counts_as_json

        return counts_as_json if output_format == "json" else counts
    render: Renderer = import_module(f"{__name__}.{output_format}").render
    return render
