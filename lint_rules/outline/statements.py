"""Statements, run in the order of the text; both sides of a branch happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lint_rules.outline.core import Core
from lint_rules.outline.narrowing import Narrowing, narrowings
from lint_rules.outline.placing import place
from lint_rules.outline.scope import Scope
from lint_rules.outline.values import (
    UNKNOWN,
    Closure,
    Const,
    Index,
    Mapping,
    Object,
    Sequence,
    Value,
    choice,
    options,
)
from lint_rules.project import facts
from lint_rules.project.symbols import ModuleInfo


class Statements(Core):
    """The part of the drawer that runs statements."""

    def run(self, body: Iterable[facts.Statement], scope: Scope) -> None:
        """Run statements."""
        for statement in body:
            if scope.left:
                return
            if self.steps > self.most:
                self.tied += 1
                return
            run = _RUN.get(type(statement))
            if run is not None:
                run(self, statement, scope)

    def _assignment(self, said: facts.Assign, scope: Scope) -> None:
        if said.value is not None:
            found = self.evaluate(said.value, scope)
            for target in said.targets:
                self.assign(target, found, scope)

    def _augment(self, said: facts.Augment, scope: Scope) -> None:
        self.assign(said.target, self.evaluate(facts.Binary(said.operator, said.target, said.value), scope), scope)

    def _evaluate(self, said: facts.Evaluate | facts.Assert, scope: Scope) -> None:
        self.evaluate(said.value if isinstance(said, facts.Evaluate) else said.test, scope)

    def _return(self, said: facts.Return, scope: Scope) -> None:
        scope.returns.append(self.evaluate(said.value, scope))
        scope.left = True

    def _if(self, said: facts.If, scope: Scope) -> None:
        self.evaluate(said.test, scope)
        yes, no = narrowings(self, said.test, scope)
        self._branches([(yes, said.body), (no, said.orelse)], scope)

    def _for(self, said: facts.For, scope: Scope) -> None:
        self._loop(said.target, self.evaluate(said.iterable, scope), said.body, scope)
        self.run(said.orelse, scope)

    def _while(self, said: facts.While, scope: Scope) -> None:
        self.evaluate(said.test, scope)
        self._loop(None, UNKNOWN, said.body, scope)
        self.run(said.orelse, scope)

    def _try(self, said: facts.Try, scope: Scope) -> None:
        nothing = Narrowing()
        ways = [[*said.body, *said.orelse], *said.handlers]
        self._branches([(nothing, way) for way in ways], scope)
        self._finally(said.final, scope)

    def _with(self, said: facts.With, scope: Scope) -> None:
        for item in said.items:
            entered = self.evaluate(item.value, scope)
            if item.target is not None:
                self.assign(item.target, entered, scope)
        self.run(said.body, scope)

    def _leave(self, said: facts.Leave, scope: Scope) -> None:
        scope.left = True

    def _define(self, said: facts.Define, scope: Scope) -> None:
        function = said.function
        body = tuple(function.body or ())
        scope.names[function.name] = Closure(tuple(function.parameters), body, scope, function.line)

    def _import(self, said: facts.Import | facts.ImportFrom, scope: Scope) -> None:
        scope.names[said.name] = self.remembered((scope.module, said), lambda: self._brought(said, scope.module))

    def _brought(self, said: facts.Import | facts.ImportFrom, module: ModuleInfo) -> Value:
        symbols = self.project.follow(module, said.name, said, 0)
        return self.meaning(symbols) if symbols else UNKNOWN

    def _finally(self, final: Iterable[facts.Statement], scope: Scope) -> None:
        left, scope.left = scope.left, False
        self.run(final, scope)
        scope.left = scope.left or left

    def _branches(self, branches: Iterable[tuple[Narrowing | None, Iterable[facts.Statement]]], scope: Scope) -> None:
        """Run each branch from here; afterwards a name is what any of those that go on made of it."""
        before = dict(scope.names)
        ends: list[dict[str, Value]] = []
        self.forks += 1
        for narrowing, body in branches:
            if narrowing is None:
                continue
            scope.names = dict(before)
            known = narrowing.applied(scope)
            self.run(body, scope)
            narrowing.undone(scope, known)
            if not scope.left:
                ends.append(scope.names)
            scope.left = False
        self.forks -= 1
        scope.left = not ends
        scope.names = _merged(ends) if ends else before

    def _loop(
        self, target: facts.Expression | None, iterable: Value, body: Iterable[facts.Statement], scope: Scope
    ) -> None:
        body = list(body)
        elements = self.elements(iterable)
        if len(elements) == 1:
            # One turn stands for all.
            scope.names.update(_counters(body, scope))
        before = dict(scope.names)
        self.loops += 1
        for element in elements:
            if target is not None:
                self.assign(target, element, scope)
            self.run(body, scope)
            # What follows `break` and `continue` may still happen in another turn; what follows `return` after the loop.
            scope.left = False
        self.loops -= 1
        scope.names = _merged([before, scope.names])

    # --- targets

    def assign(self, target: facts.Expression, value: Value, scope: Scope) -> None:
        """Bind a target."""
        match target:
            case facts.Name(id):
                scope.names[id] = value
            case facts.Attribute(value=owner, name=name):
                if scope.narrowed:
                    said = facts.render(target)
                    scope.narrowed = {k: v for k, v in scope.narrowed.items() if k != said}
                for each in options(self.evaluate(owner, scope)):
                    self.set_attribute(each, name, value)
            case facts.Subscript(owner, index):
                key = self.evaluate(index, scope)
                for each in options(self.evaluate(owner, scope)):
                    self._set_item(each, key, value)
            case facts.SequenceLiteral(elements=elements):
                for inner, part in zip(elements, _unpacked(value, elements), strict=True):
                    self.assign(inner, part, scope)
            case facts.Starred(inner):
                self.assign(inner, UNKNOWN, scope)
            case _:
                pass

    def set_attribute(self, target: Value, name: str, value: Value) -> None:
        """Put a value into an attribute."""
        if isinstance(target, Object):
            self.touch(target)
            old = target.attributes.get(name)
            target.attributes[name] = choice([old, value]) if self.forks and old is not None else value
            place(value, target, name)

    def _set_item(self, target: Value, key: Value, value: Value) -> None:
        match target:
            case Mapping():
                self.put(target, key, value)
            case Sequence():
                self.touch(target)
                number = str(key.value) if isinstance(key, Const) else "*"
                target.items.append(value)
                place(value, target, number)
            case Object():
                place(value, target, "*")
            case _:
                pass


_RUN: dict[type, Callable[[Statements, Any, Scope], None]] = {
    facts.Assign: Statements._assignment,
    facts.Augment: Statements._augment,
    facts.Evaluate: Statements._evaluate,
    facts.Assert: Statements._evaluate,
    facts.Return: Statements._return,
    facts.If: Statements._if,
    facts.For: Statements._for,
    facts.While: Statements._while,
    facts.Try: Statements._try,
    facts.With: Statements._with,
    facts.Leave: Statements._leave,
    facts.Define: Statements._define,
    facts.Import: Statements._import,
    facts.ImportFrom: Statements._import,
}


def _counters(body: Iterable[facts.Statement], scope: Scope) -> dict[str, Value]:
    """The numbers that a loop counts itself, ``number += 1``: what they are in any turn."""
    out: dict[str, Value] = {}
    for statement in facts.flat(body):
        if isinstance(statement, facts.Augment) and isinstance(statement.target, facts.Name):
            name = statement.target.id
            start = scope.names.get(name)
            if isinstance(start, Const) and isinstance(start.value, int):
                every_turn = statement in body and statement.operator == "+" and statement.value == facts.Constant(1)
                shift = start.value if every_turn and name not in out else None
                out[name] = Index(shift)
    return out


def _merged(ends: list[dict[str, Value]]) -> dict[str, Value]:
    if len(ends) == 1:
        return ends[0]
    names = dict.fromkeys(name for end in ends for name in end)
    out: dict[str, Value] = {}
    for name in names:
        values = [end[name] for end in ends if name in end]
        first = values[0]
        out[name] = first if all(value is first for value in values) else choice(values)
    return out


def _unpacked(value: Value, targets: list[facts.Expression]) -> list[Value]:
    """What each target of a tuple gets."""
    rows = [
        each.items
        for each in options(value)
        if isinstance(each, Sequence) and each.counted and len(each.items) == len(targets)
    ]
    if not rows:
        return [UNKNOWN] * len(targets)
    return [choice(row[number] for row in rows) for number in range(len(targets))]
