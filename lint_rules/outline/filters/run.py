"""Runs a filter function for one name: every path that can't be told is taken, and the results are put side by side."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.calls import Calls
from lint_rules.outline.filters.expressions import OutOfStepsError
from lint_rules.outline.filters.texts import Readings
from lint_rules.outline.filters.trees import Trees
from lint_rules.outline.filters.values import (
    UNKNOWN,
    Function,
    Given,
    Items,
    Kind,
    Plain,
    Scope,
    Thing,
    Unknown,
    Value,
    join,
    latest,
    tainted,
    truth,
)
from lint_rules.project.extract import Extractor

NEXT, BREAK, CONTINUE, LEAVE = "next", "break", "continue", "leave"
_CALLS = 16
"""How deeply functions call each other before the result can't be told."""

Ends = frozenset[str]
"""The ways in which a block may end."""


class Result(NamedTuple):
    """One thing that a function may return."""

    value: Value
    doubtful: bool
    """Whether it depends on something about the name or the module that can't be told."""


class Called(NamedTuple):
    """A call that was met on the way."""

    node: ast.Call
    given: Given
    callee: Value
    scope: Scope


@dataclass
class _Frame:
    """One function that runs."""

    results: list[Result] = field(default_factory=list)
    doubtful: bool = False


class Run(Calls):
    """One run of a function; or, with ``exploring``, a walk over all its statements in order to see what it calls."""

    def __init__(
        self,
        trees: Trees,
        vocabulary: Vocabulary,
        readings: Readings | None = None,
        exploring: Callable[[Called], None] | None = None,
    ) -> None:
        super().__init__(trees, vocabulary, readings)
        self._exploring = exploring
        self._frames: list[_Frame] = []

    # --- functions

    def results(self, function: Function, given: Given) -> list[Result]:
        """All that a function may return; that it can't be told, where it runs for too long."""
        try:
            return self._results(function, given)
        except (OutOfStepsError, RecursionError):
            return [Result(Unknown(True), True)]

    def _results(self, function: Function, given: Given) -> list[Result]:
        scope = Scope(function.scope.module, function.scope)
        self.fill(function, given, scope)
        if isinstance(function.node, ast.Lambda):
            return [Result(self.expression(function.node.body, scope), False)]
        frame = _Frame()
        self._frames.append(frame)
        try:
            if NEXT in self._block(function.node.body, scope):
                frame.results.append(Result(Plain(None), frame.doubtful))
        finally:
            self._frames.pop()
        return frame.results

    def invoke(self, function: Function, given: Given) -> Value:
        if len(self._frames) > _CALLS:
            return UNKNOWN
        exploring, self._exploring = self._exploring, None
        try:
            results = self._results(function, given)
        finally:
            self._exploring = exploring
        made = join(result.value for result in results) if results else UNKNOWN
        doubtful = isinstance(made, Unknown) and any(result.doubtful for result in results)
        return Unknown(True) if doubtful else made

    def explore(self, function: Function, given: Given) -> None:
        """Walk over a function, as far as that can be done."""
        with suppress(OutOfStepsError, RecursionError):
            self._walk(function, given)

    def walk(self, function: Function, given: Given) -> None:
        exploring, self._exploring = self._exploring, lambda _: None
        try:
            self._walk(function, given)
        finally:
            self._exploring = exploring

    def _walk(self, function: Function, given: Given) -> None:
        scope = Scope(function.scope.module, function.scope)
        self.fill(function, given, scope)
        self._frames.append(_Frame())
        try:
            if isinstance(function.node, ast.Lambda):
                self.expression(function.node.body, scope)
            else:
                self._block(function.node.body, scope)
        finally:
            self._frames.pop()

    # --- statements

    def run(self, statements: Sequence[ast.stmt], scope: Scope) -> None:
        exploring, self._exploring = self._exploring, None
        try:
            self._block(statements, scope)
        finally:
            self._exploring = exploring

    def _block(self, statements: Sequence[ast.stmt], scope: Scope) -> Ends:
        ends: set[str] = set()
        for statement in statements:
            here = self._statement(statement, scope)
            ends |= here - {NEXT}
            if NEXT not in here and self._exploring is None:
                return frozenset(ends)
        return frozenset({*ends, NEXT})

    def _statement(self, statement: ast.stmt, scope: Scope) -> Ends:
        match statement:
            case ast.Return(value=value):
                made = self.expression(value, scope) if value is not None else Plain(None)
                if self._frames:
                    self._frames[-1].results.append(Result(made, self._frames[-1].doubtful))
                return frozenset({LEAVE})
            case ast.Raise():
                return frozenset({LEAVE})
            case ast.Break():
                return frozenset({BREAK})
            case ast.Continue():
                return frozenset({CONTINUE})
            case ast.If(test=test, body=body, orelse=orelse):
                if self._exploring is not None:
                    self._narrow(test, scope)
                return self._choose(self.expression(test, scope), body, orelse, scope)
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(statement, scope)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    entered = self.expression(item.context_expr, scope)
                    if item.optional_vars is not None:
                        self.bind(item.optional_vars, Unknown(tainted([entered])), scope)
                return self._block(body, scope)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                return self._attempt(body, [handler.body for handler in handlers], orelse, final, scope)
            case ast.Match(subject=subject, cases=cases):
                return self._cases(self.expression(subject, scope), cases, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                inner = Function(statement, scope)
                scope.names[statement.name] = inner
                if self._exploring is not None:
                    self._walk(inner, Given((), {}, complete=False))
            case ast.Import() | ast.ImportFrom():
                self._import(statement, scope)
            case _:
                self._simple(statement, scope)
        return frozenset({NEXT})

    def _simple(self, statement: ast.stmt, scope: Scope) -> None:
        match statement:
            case ast.Assign(targets=targets, value=value):
                made = self.expression(value, scope)
                for target in targets:
                    self._assign(target, made, scope)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(target, self.expression(value, scope), scope)
            case ast.AugAssign(target=target, op=operator, value=value):
                binary = ast.copy_location(ast.BinOp(target, operator, value), statement)
                before = self.expression(_loaded(target), scope)
                self._assign(target, self.combine(binary, before, self.expression(value, scope), scope), scope)
            case ast.Expr(value=value):
                self.expression(value, scope)
                self._mutate(value, scope)
            case _:
                pass

    def _assign(self, target: ast.expr, value: Value, scope: Scope) -> None:
        match target:
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                thing = scope.find(owner)
                if isinstance(thing, Thing):
                    self.held.setdefault(thing, {}).setdefault(name, []).append(value)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                table = scope.find(name)
                if isinstance(table, Items):
                    entries = (*table.entries, value) if table.entries is not None else None
                    key = self.expression(index, scope)
                    added = (*table.values, key) if entries is not None else table.values
                    scope.names[name] = Items(added, table.closed and entries is not None, entries)
            case _:
                self.bind(target, value, scope)

    def _mutate(self, call: ast.expr, scope: Scope) -> None:
        """``patterns.append(...)`` and its kin."""
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=[argument]):
                held = scope.find(name)
                if not isinstance(held, Items) or method not in _MUTATIONS:
                    return
                given = self.expression(argument, scope)
                if method in ("append", "add"):
                    scope.names[name] = Items((*held.values, given), held.closed)
                elif method in ("extend", "update") and isinstance(given, Items):
                    scope.names[name] = Items((*held.values, *given.values), held.closed and given.closed)
                else:
                    scope.names[name] = Items(held.values if method in ("extend", "update") else (), closed=False)
            case _:
                pass

    def _import(self, statement: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        """An import inside a function."""
        for binding in Extractor().block([statement]):
            name = getattr(binding, "name", "")
            symbols = self.project.follow(scope.module, name, binding, 0)  # type: ignore[arg-type]
            if symbols:
                scope.names[name] = self.symbol(symbols[-1])

    # --- what may go several ways

    def _choose(self, asked: Value, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], scope: Scope) -> Ends:
        known = truth(asked) if self._exploring is None else None
        if known is not None:
            return self._block(body if known else orelse, scope)
        return self._ways([body, orelse], tainted([asked]), scope)

    def _narrow(self, test: ast.expr, scope: Scope) -> None:
        """``if isinstance(quant, Float8Config):`` on a walk over all statements: from here on it is one."""
        match test:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), ast.Name() as wanted]):
                kind = self.expression(wanted, scope)
                held = scope.find(name)
                known = isinstance(held, Thing) and isinstance(kind, Kind) and held.cls.derives_from(kind.cls)
                if isinstance(kind, Kind) and not known:
                    scope.names[name] = Thing(kind.cls)
            case _:
                pass

    def _ways(self, ways: Sequence[Sequence[ast.stmt]], in_doubt: bool, scope: Scope) -> Ends:
        """Go all ways from here, and on from where they meet."""
        frame = self._frames[-1] if self._frames else _Frame()
        before, doubtful = dict(scope.names), frame.doubtful
        frame.doubtful = doubtful or in_doubt
        ends: set[str] = set()
        left: list[Mapping[str, Value]] = []
        parted = False
        for way in ways:
            scope.names = dict(before)
            here = self._block(way, scope)
            ends |= here
            parted = parted or here != {NEXT}
            if NEXT in here:
                left.append(scope.names)
        scope.names = self._merged(left, in_doubt) if left else before
        # Where one way has left, what follows depends on the same doubt.
        frame.doubtful = doubtful or (in_doubt and parted)
        return frozenset(ends)

    def _merged(self, scopes: Sequence[Mapping[str, Value]], in_doubt: bool) -> dict[str, Value]:
        """The names where several ways meet."""
        names = dict.fromkeys(name for scope in scopes for name in scope)
        out: dict[str, Value] = {}
        for name in names:
            options = [scope.get(name, UNKNOWN) for scope in scopes]
            if self._exploring is not None:
                out[name] = latest(options)
                continue
            made = join(options)
            out[name] = Unknown(True) if in_doubt and made == UNKNOWN and len(set(options)) > 1 else made
        return out

    def _loop(self, statement: ast.For | ast.AsyncFor | ast.While, scope: Scope) -> Ends:
        ends: set[str] = set()
        if isinstance(statement, ast.While):
            asked = self.expression(statement.test, scope)
            ends |= self._ways([statement.body, []], tainted([asked]), scope)
        else:
            iterable = self.expression(statement.iter, scope)
            for item, sure in self.each(iterable):
                self.bind(statement.target, item, scope)
                doubt = not sure and isinstance(item, Unknown)
                if doubt:
                    here = self._ways([statement.body, []], tainted([iterable]), scope)
                else:
                    here = self._block(statement.body, scope)
                ends |= here & {LEAVE, BREAK}
                if not here & {NEXT, CONTINUE} and self._exploring is None:
                    break
            else:
                ends.add(NEXT)
        if NEXT in ends or isinstance(statement, ast.While):
            ends = (ends - {NEXT}) | self._block(statement.orelse, scope)
        if BREAK in ends:
            ends.add(NEXT)
        return frozenset(ends - {BREAK, CONTINUE})

    def _attempt(
        self,
        body: Sequence[ast.stmt],
        handlers: Sequence[Sequence[ast.stmt]],
        orelse: Sequence[ast.stmt],
        final: Sequence[ast.stmt],
        scope: Scope,
    ) -> Ends:
        ends = self._block([*body, *orelse], scope)
        if self._exploring is not None:
            for handler in handlers:
                self._block(handler, scope)
        if NEXT in ends or self._exploring is not None:
            ends = (ends - {NEXT}) | self._block(final, scope)
        return ends

    def _cases(self, subject: Value, cases: Sequence[ast.match_case], scope: Scope) -> Ends:
        for case in cases:
            for name in _captured(case.pattern):
                scope.names[name] = Unknown(tainted([subject]))
        return self._ways([*(case.body for case in cases), []], tainted([subject]), scope)

    # --- what is seen on the way

    def noticed(self, node: ast.Call, given: Given, callee: Value, scope: Scope) -> None:
        if self._exploring is not None:
            self._exploring(Called(node, given, callee, scope))


_MUTATIONS = frozenset({"append", "add", "extend", "update", "remove", "discard", "clear", "pop", "insert"})


def _loaded(target: ast.expr) -> ast.expr:
    """A target, to be read."""
    match target:
        case ast.Name(id=name):
            return ast.copy_location(ast.Name(name, ast.Load()), target)
        case _:
            return target


def _captured(pattern: ast.pattern) -> list[str]:
    return [
        each.name
        for each in ast.walk(pattern)
        if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name is not None
    ]
