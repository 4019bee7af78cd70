"""Which names a piece of weight loading is about: what the conditions around it tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lint_rules.outline.constants import HOLE, Literal
from lint_rules.outline.literals import Scope, evaluate
from lint_rules.project import facts
from lint_rules.project.symbols import last_name

_NAMELIKE = re.compile(r"name|key|weight|param|^[kn]$|rest|suffix")
"""Variables that hold a weight's name."""


class Guard(NamedTuple):
    """A condition that tells which names are meant: they begin with a text, hold it, end in it or equal it."""

    kind: str
    """``prefix``, ``substr``, ``suffix`` or ``equal``"""
    text: str
    block: int = 0
    """How many conditions are around it; those of one block are alternatives."""


class Place(NamedTuple):
    """A place in the code that loads: what names mean there, and which weights it is about."""

    scope: Scope
    guards: tuple[Guard, ...] = ()

    def value(self, expression: facts.Expression | None) -> Literal:
        """The value of an expression that stands here."""
        return evaluate(expression, self.scope)

    @property
    def innermost(self) -> tuple[Guard, ...]:
        """What the nearest condition tells."""
        return tuple(guard for guard in self.guards if guard.block == self.guards[-1].block)

    @property
    def beginnings(self) -> list[str]:
        """The texts with which names begin here, the nearest condition's last."""
        return [guard.text for guard in self.guards if guard.kind == "prefix"]

    def within(self, *tests: facts.Expression) -> Place:
        """The place inside some conditions."""
        guards = self.guards
        for test in tests:
            block = guards[-1].block + 1 if guards else 1
            guards = (*guards, *(guard._replace(block=block) for guard in self._told(test)))
        return self._replace(guards=guards)

    def told(self, test: facts.Expression) -> tuple[str, ...]:
        """The texts that a condition asks names for."""
        return tuple(guard.text for guard in self._told(test))

    def _told(self, test: facts.Expression) -> Iterator[Guard]:
        match test:
            case facts.Logic(operator=operator, operands=operands):
                told = [list(self._told(operand)) for operand in operands]
                if operator == "and" or all(told):
                    yield from (guard for each in told for guard in each)
            case facts.Call(
                function=facts.Attribute(value=of, name="startswith" | "endswith" as name), arguments=[argument, *_]
            ) if is_name(of):
                kind = "prefix" if name == "startswith" else "suffix"
                yield from (Guard(kind, text) for text in _texts(self.value(argument.value)))
            case facts.Compare(operator="in", left=left, right=right) if is_name(right):
                yield from (Guard("substr", text) for text in _texts(self.value(left)))
            case facts.Compare(operator="==", left=left, right=right) if is_name(left) or is_name(right):
                for side in (left, right):
                    yield from (Guard("equal", text) for text in _texts(self.value(side)))
            case _:
                pass


def is_name(expression: facts.Expression) -> bool:
    """Whether an expression is, by its own name, that of a weight."""
    return _NAMELIKE.search(last_name(expression) or "") is not None


def says_something(text: str) -> bool:
    """Whether a text holds more than dots and what can't be told."""
    return bool(text.strip(f".{HOLE}"))


def _texts(value: Literal) -> Iterator[str]:
    match value:
        case str() if says_something(value) and HOLE not in value:
            yield value
        case tuple():
            for each in value:
                yield from _texts(each)
        case _:
            pass
