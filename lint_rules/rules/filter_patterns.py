"""Patterns of filter functions that keep layers from being quantized which the checkpoint quantizes, as findings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lint_rules.diagnostic import Diagnostic, Step
from lint_rules.manifest.problems import quoted
from lint_rules.outline.filters.conversions import filters
from lint_rules.outline.filters.overbroad import Overbroad, Told, overbroad
from lint_rules.outline.filters.texts import dotted
from lint_rules.outline.filters.trees import first_line_of_statement
from lint_rules.outline.known import KnownModule
from lint_rules.rules.context import Context
from lint_rules.rules.entry_spans import first_few


def filter_findings(context: Context) -> Iterator[Diagnostic]:
    """A finding for each pattern of a filter function that catches too much."""
    found = filters(context.project, context.vocabulary)
    if not found:
        return
    for each in overbroad(found, context.entries.universe.modules, _told(context)):
        yield _diagnostic(each, context)


def _told(context: Context) -> Told:
    """What recipes and the manifest say of modules."""
    entries = context.entries

    def listed(module: KnownModule) -> bool | None:
        of_model = [mirror for mirror in entries.mirrors if module.root in mirror.roots]
        return any(mirror.excluded(module.fqn) for mirror in of_model) if of_model else None

    @cache
    def covered() -> set[tuple[str, str]]:
        numbers = {
            number for item in entries.items for number in entries.covered(item, entries.universe, entries.spelling)
        }
        return {(entries.universe.modules[number].root, entries.universe.modules[number].fqn) for number in numbers}

    return Told(listed, lambda module: (module.root, module.fqn) in covered(), entries.presence.is_quantizable)


def _diagnostic(each: Overbroad, context: Context) -> Diagnostic:
    pattern = each.pattern
    source = context.source(pattern.path)
    start = context.position(source, source.offset(pattern.line, pattern.column))
    end = context.position(source, source.offset(pattern.end_line, pattern.end_column))
    statement = first_line_of_statement(each.judge.tree(pattern.path), pattern.line, pattern.column)
    why = "which the recipe quantizes" if each.by_recipe else "which it hardly means"
    message = (
        f"pattern {quoted(each.pattern.text)}, tried with `{each.how.value}`, is meant for {first_few(each.right)}, and also catches "
        f"{first_few(each.wrong)}, {why}"
    )
    call = each.judge.call
    line = context.source(call.path).line_feeds(call.line)
    flow = (Step(each.judge.conversion, call.path, line), Step(each.judge.name))
    first = source.line_feeds(statement)
    return Diagnostic("QF011", message, pattern.path, start, end, flow, each.wrong, _help(each), first)


def _help(each: Overbroad) -> str:
    if each.by_dot:
        return f"a dot stands for any character here; write {quoted(dotted(each.pattern.text))}"
    return "let the pattern begin and end where components of the name do"
