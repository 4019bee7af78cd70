"""The rules of one check, run by several processes where that takes less time."""

from __future__ import annotations

from collections.abc import Sequence

from lint_rules.cache.outcomes import decoded, encoded
from lint_rules.diagnostic import Diagnostic
from lint_rules.outcome import Outcome
from lint_rules.project.beside import Pending, beside, processes
from lint_rules.rules.base import RuleInfo
from lint_rules.rules.context import Context

_WORTH = 500
"""Files in whose project a rule takes longer than a process takes to start."""
_MANY = 20
"""Findings that take longer to write than a process takes to start."""
_APART = "QF011"
"""What filters do in code is found without anything that other rules ask for."""
_NAMED = "QF006"
"""Its findings, and those of QF007, are told from the same outlines, and take about as long to write."""


def judged(context: Context, rules: Sequence[RuleInfo]) -> list[list[Diagnostic]]:
    """The findings of each rule, in the order of the rules."""
    pending: dict[str, Pending] = {}

    def start(code: str) -> None:
        rule = next(each for each in rules if each.code == code)
        pending[code] = beside(context.project, lambda: encoded(Outcome(list(rule.rule().check(context)), [])))

    if processes() > 1 and len(context.project.files) > _WORTH:
        if not any(each.recipe for each in context.manifest.exclusions):
            start(_APART)
        if len(context.naming.unnamed) > _MANY:
            start(_NAMED)
    found = {each.code: list(each.rule().check(context)) for each in rules if each.code not in pending}
    for each in rules:
        if each.code in pending:
            outcome = decoded(pending[each.code]() or b"")
            found[each.code] = list(each.rule().check(context)) if outcome is None else outcome.diagnostics
    return [found[each.code] for each in rules]
