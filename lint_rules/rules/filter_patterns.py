"""Patterns of filter functions that keep layers from being quantized which the checkpoint quantizes, as findings."""

from __future__ import annotations

from collections.abc import Iterator

from lint_rules.diagnostic import Diagnostic, Step
from lint_rules.manifest.patterns import compile_name
from lint_rules.outline.filters.conversions import filters
from lint_rules.outline.filters.overbroad import Overbroad, Told, overbroad
from lint_rules.outline.filters.texts import dotted
from lint_rules.outline.filters.trees import first_line_of_statement
from lint_rules.outline.known import KnownModule
from lint_rules.reports.summary import count
from lint_rules.rules.context import Context
from lint_rules.rules.syntax import Span

_SHOWN = 3
"""How many layers a message names."""


def filter_findings(context: Context) -> Iterator[Diagnostic]:
    """A finding for each pattern of a filter function that catches too much."""
    found = filters(context.project, context.vocabulary)
    if not found:
        return
    for each in overbroad(found, context.entries.universe.modules, _told(context)):
        yield _diagnostic(each, context)


def _told(context: Context) -> Told:
    """What recipes and the manifest say of modules."""
    mirrors = context.entries.mirrors
    names = [compile_name(entry.text) for exclusion in context.manifest.exclusions for entry in exclusion.names]

    def listed(module: KnownModule) -> bool | None:
        of_model = [mirror for mirror in mirrors if module.root in mirror.roots]
        return any(mirror.excluded(module.fqn) for mirror in of_model) if of_model else None

    def named(module: KnownModule) -> bool:
        return any(name.covers(module.fqn) for name in names)

    return Told(listed, named, context.entries.presence.is_quantizable)


def _diagnostic(each: Overbroad, context: Context) -> Diagnostic:
    pattern = each.pattern
    source = context.source(pattern.path)
    text = source.text or ""
    start = source.offset(pattern.line, pattern.column)
    end = source.offset(pattern.end_line, pattern.end_column)
    tree = each.judge.tree(pattern.path)
    statement = source.offset(first_line_of_statement(tree, pattern.line, pattern.column), 0)
    wrong = f"{_layers(each.wrong)}, which {'the recipe quantizes' if each.by_recipe else 'it does not mean'}"
    message = (
        f"`{text[start:end]}` is tried with `{each.how.value}` and catches {_layers(each.right)}, but also {wrong}"
    )
    call = each.judge.call
    line = context.source(call.path).line_feeds(call.line)
    flow = (Step(each.judge.conversion, call.path, line), Step(each.judge.name))
    span = Span(start, end, statement)
    return context.finding("QF011", message, source, span, flow=flow, layers=each.wrong, help=_help(each))


def _layers(names: tuple[str, ...]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_SHOWN])
    return f"{shown} and {count(len(names) - _SHOWN, 'other')}" if len(names) > _SHOWN else shown


def _help(each: Overbroad) -> str:
    if each.by_dot:
        return f"a dot stands for any character: escape it, `{dotted(each.pattern.text)}`"
    return "let the pattern begin and end where components of the name do"
