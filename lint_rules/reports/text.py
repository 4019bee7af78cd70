"""The report for people: the place, the source, the path that the config took, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lint_rules.diagnostic import Diagnostic, Step
from lint_rules.reports.concise import header
from lint_rules.reports.excerpt import excerpt, gutter
from lint_rules.reports.report import Report
from lint_rules.reports.summary import footer
from lint_rules.reports.terminal import paint, visible

LAYERS = 8
"""More layers than this are counted, not listed."""


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the report."""
    for number, diagnostic in enumerate(report.diagnostics):
        if number:
            yield ""
        yield header(diagnostic, report)
        yield from excerpt(diagnostic, report.lines(diagnostic.path), report.color)
        for label, note in notes(diagnostic):
            equals = paint("=", "blue", report.color)
            yield f"{gutter(diagnostic)}{equals} {paint(label + ':', 'bold', report.color)} {visible(note)}"
    if not report.quiet:
        yield from footer(report)


def notes(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    """Yield what is said below the source, as label and text."""
    if diagnostic.flow:
        yield "path", " → ".join(map(_step, diagnostic.flow))
    if diagnostic.layers:
        yield "layers", _listed(diagnostic.layers)
    if diagnostic.help:
        yield "help", diagnostic.help
    if diagnostic.fix:
        yield "fix", diagnostic.fix.message + ("" if diagnostic.fix.safe else " (unsafe)")


def _step(step: Step) -> str:
    if step.path is None:
        return step.label
    place = step.path.name if step.line is None else f"{step.path.name}:{step.line}"
    return f"{step.label} ({place})"


def _listed(layers: Sequence[str]) -> str:
    if len(layers) <= LAYERS:
        return ", ".join(layers)
    shown = layers[: LAYERS - 1]
    return f"{', '.join(shown)} and {len(layers) - len(shown)} more"
