"""Which code may hand a filter to a conversion, told from bytes and from single calls, before anything is evaluated."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_rules.blueprint.searching import speaks_of
from lint_rules.outline.filters.gates import Gate, handing
from lint_rules.outline.filters.handing import (
    FQN,
    LOOPS,
    handed_over,
    hands_filter,
    hands_over,
    hints_at_filters,
    loops_that_quantize,
)
from lint_rules.project import facts
from lint_rules.project.source import Source
from lint_rules.project.symbols import FunctionInfo, ModuleInfo


class Suspicion:
    """What is suspicious in one file; ``words`` are the names by which configs go."""

    def __init__(self, module: ModuleInfo, words: frozenset[str]) -> None:
        self._module = module
        self._source = module.source
        self._words = words
        self._said = tuple(sorted(words))
        self._handed: frozenset[str] = frozenset()
        """The functions that are given to something, and may take the name of a layer."""

    def of_file(self) -> bool:
        """Whether a file may hold a conversion that is given a filter: it speaks of a config, and hands a function on."""
        if self._source.module is None or not self._source.ask(speaks_of, *self._said):
            return False
        self._handed = frozenset(self._functions_handed())
        return bool(self._handed) or self._source.ask(hints_at_filters)

    def _functions_handed(self) -> Iterator[str]:
        yield from self._source.ask(handed_over, *self._said)
        for name, bindings in self._module.bindings.items():
            if any(isinstance(each, facts.ImportFrom) for each in bindings) and name.islower():
                if self._source.ask(hands_over, name, *self._said):
                    symbols = self._module.lookup(name)
                    if symbols and isinstance(symbols[-1], FunctionInfo):
                        if any(FQN.search(each.name) for each in symbols[-1].facts.parameters):
                            yield name

    @property
    def gate(self) -> Gate:
        """What tells which code of the file may be suspicious."""
        return handing(self._source, self._handed, self._words)

    def of_code(self, code: ast.AST) -> bool:
        """Whether a piece of code holds a call that may be such a conversion."""
        return hands_filter(code, self._handed, self._words)


def may_hold_loops(source: Source) -> bool:
    """Whether a file may hold a loop that converts the modules of a model."""
    return any(map(source.holds, LOOPS)) and source.ask(loops_that_quantize)
