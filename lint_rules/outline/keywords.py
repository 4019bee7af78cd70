"""Where a module gives a text for a keyword, whatever is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from lint_rules.project import facts
from lint_rules.project.symbols import FunctionInfo, ModuleInfo

_TEXTED = re.compile(r"\b(\w+)=[fr]?[\"']")
_texted: WeakKeyDictionary[ModuleInfo, frozenset[str]] = WeakKeyDictionary()
"""The names that stand before a text in a module, as keywords do: asked for thousands of times."""


def keywords(module: ModuleInfo, name: str) -> Iterator[tuple[FunctionInfo, facts.Expression]]:
    """What the functions of a module give for a keyword, in those that give it a text: ``prefix=f"model.layers.{i}"``."""
    source = module.source
    if module not in _texted:
        _texted[module] = frozenset(_TEXTED.findall(source.text or ""))
    if name not in _texted[module]:
        return
    mark = re.compile(rf"\b{re.escape(name)}=[fr]?[\"']")
    for function in [*module.functions, *(each for klass in module.classes for each in klass.methods.values())]:
        if mark.search(source.segment(function.facts.line, function.facts.end_line)):
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
