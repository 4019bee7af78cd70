"""The rules of one check, run by several processes where that takes less time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice

from lint_rules.cache.outcomes import decoded, encoded
from lint_rules.diagnostic import Diagnostic
from lint_rules.outcome import Outcome
from lint_rules.project.beside import Pending, beside, processes
from lint_rules.rules.base import Rule, RuleInfo
from lint_rules.rules.context import Context

_WORTH = 500
"""Files in whose project a rule takes longer than a process takes to start."""


def judged(context: Context, infos: Iterable[RuleInfo]) -> list[list[Diagnostic]]:
    """The findings of each rule, in the order of the rules."""
    rules = [info.rule() for info in infos]
    pending = _started(context, rules)
    found = {rule: list(rule.check(context)) for rule in rules if rule not in pending}
    for rule, wait in pending.items():
        outcome = decoded(wait() or b"")
        found[rule] = list(rule.check(context)) if outcome is None else outcome.diagnostics
    return [found[rule] for rule in rules]


def _started(context: Context, rules: Sequence[Rule]) -> dict[Rule, Pending]:
    """The rules that other processes are at by now."""
    if processes() < 2 or len(context.project.files) <= _WORTH:
        return {}
    # All processes draw its sketches: while they do, one more would take memory, and bring nothing.
    _ = context.tree
    # Earlier rules may have to look at names before they can tell; the last ones need not wait for that.
    alone = (rule for rule in reversed(rules) if rule.stands_alone(context))
    return {rule: beside(context.project, partial(_work, rule, context)) for rule in islice(alone, processes() - 1)}


def _work(rule: Rule, context: Context) -> bytes:
    return encoded(Outcome(list(rule.check(context)), []))
