"""Where a module gives a text for a keyword, whatever is called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_rules.project import facts
from lint_rules.project.looks import finds, matches
from lint_rules.project.symbols import FunctionInfo, ModuleInfo

_TEXTED = r"([\w\x80-\xff]+)=[fr]?[\"']"
"""A keyword that is given a text."""


def keywords(module: ModuleInfo, name: str) -> Iterator[tuple[FunctionInfo, facts.Expression]]:
    """What the functions of a module give for a keyword, in those that give it a text: ``prefix=f"model.layers.{i}"``."""
    source = module.source
    if name.encode() not in source.ask(finds, _TEXTED):
        return
    mark = rf"\b{re.escape(name)}=[fr]?[\"']"
    for function in [*module.functions, *(each for klass in module.classes for each in klass.methods.values())]:
        if source.ask_of(function.facts, matches, mark):
            for value in _given(source.body(function.facts), name):
                yield function, value


def _given(node: object, name: str) -> Iterator[facts.Expression]:
    match node:
        case facts.Argument(name=given, value=value) if given == name:
            yield value
        case list():
            for each in node:
                yield from _given(each, name)
        case _:
            for field in getattr(node, "__struct_fields__", ()):
                yield from _given(getattr(node, field), name)
