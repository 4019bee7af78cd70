"""Where an entry stands in the manifest or in a recipe, as a report gives it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lint_rules.diagnostic import Position
from lint_rules.manifest.model import Exclusion, Place
from lint_rules.manifest.problems import listed
from lint_rules.project.source import Source
from lint_rules.rules.context import Context

_YAML_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What PyYAML counts as the end of a line."""
_SCALAR = re.compile(r"'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\.)*\"|[^\s,\[\]{}#]+(?:[ \t]+[^\s,\[\]{}#]+)*")
_LINE = re.compile(r"[^\n\r]*?(?=[ \t]*(?:[ \t]#[^\n\r]*)?(?:\r?\n|\r|\Z))")


def item_span(context: Context, place: Place) -> tuple[Position, Position]:
    """From the first to behind the last character of a single value."""
    return _span(context.source(place.path), place, _SCALAR)


def line_span(context: Context, exclusion: Exclusion) -> tuple[Position, Position]:
    """The first line of an exclusion, from its dash, without a comment at its end."""
    return _span(context.source(exclusion.place.path), exclusion.place, _LINE)


def dash_line(context: Context, exclusion: Exclusion) -> int:
    """The line of an exclusion's dash, where an ignore comment works for all of its entries."""
    return line_span(context, exclusion)[0].line


def offset_of(source: Source, place: Place) -> int:
    """The index in a manifest's text of a place, whose lines are as PyYAML counts them."""
    text = source.text or ""
    begin = 0
    for _ in range(place.line - 1):
        found = _YAML_LINE_END.search(text, begin)
        if found is None:
            break
        begin = found.end()
    return min(begin + place.column - 1, len(text))


def _span(source: Source, place: Place, pattern: re.Pattern[str]) -> tuple[Position, Position]:
    begin = offset_of(source, place)
    found = pattern.match(source.text or "", begin)
    end = found.end() if found else begin
    return Position(*source.place(begin)), Position(*source.place(max(end, begin)))


def first_few(names: Sequence[str]) -> str:
    """Up to three of some names."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return listed(names[:3]) + more


def among(number: int) -> str:
    """What follows the first of so many."""
    return f" and {number - 1} more" if number > 1 else ""
