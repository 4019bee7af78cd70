"""What an expression is worth, as far as texts, collections of texts, truths and functions are concerned."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.texts import Readings, composed
from lint_rules.outline.filters.trees import Trees, bound_names
from lint_rules.outline.filters.trials import Trials, all_of
from lint_rules.outline.filters.values import (
    NONE,
    UNKNOWN,
    Config,
    Function,
    Items,
    Kind,
    Literal,
    Native,
    Outside,
    Package,
    Plain,
    Scope,
    Text,
    Unknown,
    Value,
    join,
    tainted,
    truth,
)
from lint_rules.project.symbols import ClassInfo, External, FunctionInfo, ModuleInfo, Symbol
from lint_rules.project.symbols import Value as Bound

_STEPS = 10_000
"""How many expressions are evaluated for one name before the answer is that it can't be told."""
_DEPTH = 24
"""How deeply calls and names lead into each other before that is the answer, too."""


class OutOfStepsError(Exception):
    """A filter does too much for one name."""


class Expressions(Trials, ABC):
    """Evaluates expressions; whoever derives from it runs statements and calls."""

    def __init__(self, trees: Trees, vocabulary: Vocabulary, readings: Readings | None = None) -> None:
        super().__init__(readings)
        self.trees = trees
        self.vocabulary = vocabulary
        self.project = vocabulary.project
        self._steps = 0
        self._looking: set[object] = set()

    @abstractmethod
    def call(self, node: ast.Call, scope: Scope) -> Value:
        """The value of a call in the text."""

    @abstractmethod
    def attribute(self, owner: Value, name: str) -> Value:
        """``owner.name``"""

    @abstractmethod
    def run(self, statements: Sequence[ast.stmt], scope: Scope) -> None:
        """Carry out the statements that lead to a module-level name."""

    def expression(self, node: ast.expr | None, scope: Scope) -> Value:
        """The value of an expression."""
        self._steps += 1
        if self._steps > _STEPS:
            raise OutOfStepsError
        match node:
            case ast.Constant():
                return self._constant(node, scope)
            case ast.Name(id=name):
                return self.name(name, scope)
            case ast.Attribute(value=value, attr=name):
                return self._attribute(value, name, scope)
            case ast.JoinedStr() | ast.BinOp():
                return self._composed(node, scope)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return self._items(elements, scope)
            case ast.Dict():
                return self._dict(node, scope)
            case ast.Call():
                return self.call(node, scope)
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Compare() | ast.IfExp():
                return self._logic(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node, scope)
            case ast.Lambda():
                return Function(node, scope)
            case ast.NamedExpr(target=target, value=value):
                made = self.expression(value, scope)
                scope.names[target.id] = made
                return made
            case ast.Subscript(value=value, slice=index):
                return self._item(value, index, scope)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                return Plain(-number)
            case ast.Await(value=value):
                return self.expression(value, scope)
            case ast.Starred(value=value):
                return Unknown(tainted([self.expression(value, scope)]))
            case _:
                parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)] if node else []
                return Unknown(tainted([self.expression(part, scope) for part in parts]))

    # --- constants and names

    def literal(self, node: ast.expr, scope: Scope, text: str) -> Literal:
        """A string that is written in the code."""
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return Literal(scope.module.path, node.lineno, node.col_offset, end_line, end_column, text)

    def _constant(self, node: ast.Constant, scope: Scope) -> Value:
        value = node.value
        if isinstance(value, str):
            return Text(value, self.literal(node, scope, value))
        if value is None or isinstance(value, bool | int | float):
            return Plain(value)
        return UNKNOWN

    def name(self, name: str, scope: Scope) -> Value:
        """What a name means in a scope."""
        found = scope.find(name)
        if found is None:
            symbols = scope.module.lookup(name)
            found = self.symbol(symbols[-1]) if symbols else Outside(f"builtins.{name}")
        if isinstance(found, Unknown | Outside) and name in self.vocabulary.names:
            return Config()
        return found

    def symbol(self, symbol: Symbol) -> Value:
        """The value of what a name means at the top level of a module."""
        match symbol:
            case FunctionInfo():
                return self.function(symbol) or UNKNOWN
            case ClassInfo():
                return Kind(symbol)
            case ModuleInfo():
                return Package(symbol)
            case External(name):
                return Outside(name)
            case Bound(module, name):
                return self._top_level(module, name)

    def function(self, info: FunctionInfo, self_value: Value | None = None) -> Function | None:
        """A function or a bound method of the project."""
        node = self.trees.tree(info.module.path).function(info.facts)
        if node is None:
            return None
        if info.owner is not None and info.decorated("staticmethod"):
            self_value = None
        return Function(node, Scope(info.module), self_value)

    def guarded(self, key: object, evaluate: Callable[[], Value]) -> Value:
        """A value that may be defined in terms of itself, which leads nowhere."""
        if key in self._looking or len(self._looking) > _DEPTH:
            return UNKNOWN
        self._looking.add(key)
        try:
            return evaluate()
        finally:
            self._looking.discard(key)

    def _top_level(self, module: ModuleInfo, name: str) -> Value:
        def evaluate() -> Value:
            scope = Scope(module)
            self.run(self.trees.tree(module.path).statements_about(name), scope)
            return scope.names.get(name, UNKNOWN)

        return self.remembered((module.path, name), evaluate)

    def remembered(self, key: object, evaluate: Callable[[], Value]) -> Value:
        """A value that is the same whatever name is judged."""
        if key not in self.trees.remembered:
            made = self.guarded(key, evaluate)
            if isinstance(made, Unknown):
                return made
            self.trees.remembered[key] = made
        return self.trees.remembered[key]

    def _attribute(self, value: ast.expr, name: str, scope: Scope) -> Value:
        owner = self.expression(value, scope)
        found = self.attribute(owner, name)
        if isinstance(found, Unknown | Native) and name in self.vocabulary.names:
            return Config()
        return found

    # --- texts and collections

    def _composed(self, node: ast.JoinedStr | ast.BinOp, scope: Scope) -> Value:
        if isinstance(node, ast.BinOp):
            return self.combine(node, self.expression(node.left, scope), self.expression(node.right, scope), scope)
        parts: list[Value] = []
        for each in node.values:
            if isinstance(each, ast.Constant):
                parts.append(Text(str(each.value)))
            elif isinstance(each, ast.FormattedValue):
                plain = each.format_spec is None and each.conversion == -1
                value = self.expression(each.value, scope)
                parts.append(_spelled(value) if plain else Unknown(tainted([value])))
        texts = [part for part in parts if isinstance(part, Text)]
        if len(texts) < len(parts):
            return Unknown(tainted(parts))
        made = composed(texts, None)
        return made if made.named or made.literal else Text(made.text, self.literal(node, scope, made.text))

    def combine(self, node: ast.expr, left: Value, right: Value, scope: Scope) -> Value:
        """``left + right`` and its kin."""
        operator = node.op if isinstance(node, ast.BinOp) else ast.Add()
        match operator, left, right:
            case ast.Add(), Text(), Text():
                return composed([left, right], self.literal(node, scope, left.text + right.text))
            case ast.Add() | ast.BitOr(), Items(), Items():
                return Items((*left.values, *right.values), left.closed and right.closed)
            case ast.Add() | ast.BitOr(), Items(), _:
                return Items(left.values, closed=False)
            case ast.Add() | ast.BitOr(), _, Items():
                return Items(right.values, closed=False)
            case ast.BitAnd(), Items(), Items():
                return self.overlap(left, right)
            case ast.Mod(), Text(), Text() if left.text.count("%") == 1 and "%s" in left.text:
                before, after = left.text.split("%s")
                return composed([Text(before), right, Text(after)], left.literal)
            case _:
                return Unknown(tainted([left, right]))

    def _items(self, elements: Sequence[ast.expr], scope: Scope) -> Value:
        values: list[Value] = []
        closed = True
        for element in elements:
            if isinstance(element, ast.Starred):
                inner = self.expression(element.value, scope)
                if isinstance(inner, Items):
                    values.extend(inner.values)
                closed = closed and isinstance(inner, Items) and inner.closed
            else:
                values.append(self.expression(element, scope))
        return Items(tuple(values), closed)

    def _dict(self, node: ast.Dict, scope: Scope) -> Value:
        keys: list[Value] = []
        entries: list[Value] = []
        closed = True
        for key, value in zip(node.keys, node.values, strict=True):
            made = self.expression(value, scope)
            if key is not None:
                keys.append(self.expression(key, scope))
                entries.append(made)
            elif isinstance(made, Items) and made.entries is not None:
                keys.extend(made.values)
                entries.extend(made.entries)
                closed = closed and made.closed
            else:
                closed = False
        return Items(tuple(keys), closed, tuple(entries))

    def _item(self, value: ast.expr, index: ast.expr, scope: Scope) -> Value:
        owner = self.expression(value, scope)
        if isinstance(index, ast.Slice):
            bounds = [self.expression(each, scope) if each else NONE for each in (index.lower, index.upper, index.step)]
            match owner, bounds:
                case Items(values=values, closed=True), [Plain(begin), Plain(end), Plain(step)]:
                    return Items(values[begin:end:step])  # type: ignore[index]  # a float would raise when it runs, too
                case Text(text=text), [Plain(begin), Plain(end), Plain(step)]:
                    return Text(text[begin:end:step], owner.literal, owner.named)  # type: ignore[index]
                case _:
                    return Unknown(tainted([owner]))
        at = self.expression(index, scope)
        match owner, at:
            case Items(values=keys, entries=entries), Text(text=text) if entries is not None:
                for key, entry in zip(keys, entries, strict=True):
                    if isinstance(key, Text) and key.text == text:
                        return entry
            case Items(values=values, closed=True, entries=None), Plain(value=int() as number):
                if -len(values) <= number < len(values):
                    return values[number]
            case _:
                pass
        return Unknown(tainted([owner, at]))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, outer: Scope) -> Value:
        scope = Scope(outer.module, outer)
        values: list[Value] = []
        closed = True

        def loop(generators: Sequence[ast.comprehension]) -> None:
            nonlocal closed
            if not generators:
                values.append(self.expression(node.key if isinstance(node, ast.DictComp) else node.elt, scope))
                return
            first, *rest = generators
            for item, sure in self.each(self.expression(first.iter, scope)):
                self.bind(first.target, item, scope)
                tests = [truth(self.expression(test, scope)) for test in first.ifs]
                if False in tests:
                    continue
                closed = closed and sure and None not in tests
                loop(rest)

        loop(node.generators)
        return Items(tuple(values), closed)

    def each(self, value: Value) -> Iterator[tuple[Value, bool]]:
        """The items that a loop sees, and whether there are surely these and no others."""
        match value:
            case Items(values=values, closed=closed):
                for item in values:
                    yield item, closed
                if not closed:
                    yield Unknown(tainted([value])), False
            case _:
                yield Unknown(tainted([value])), False

    def bind(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """``target = value``, as far as names are concerned."""
        match target, value:
            case ast.Name(id=name), _:
                scope.names[name] = value
            case ((ast.Tuple(elts=elements) | ast.List(elts=elements)), Items(values=values, closed=True)) if len(
                values
            ) == len(elements):
                for element, item in zip(elements, values, strict=True):
                    self.bind(element, item, scope)
            case ((ast.Tuple() | ast.List() | ast.Starred()), _):
                for name in bound_names(target):
                    scope.names[name] = Unknown(tainted([value]))
            case _:
                pass

    # --- truths

    def _logic(self, node: ast.BoolOp | ast.UnaryOp | ast.Compare | ast.IfExp, scope: Scope) -> Value:
        match node:
            case ast.UnaryOp(operand=operand):
                value = self.expression(operand, scope)
                known = truth(value)
                return Plain(not known) if known is not None else Unknown(tainted([value]))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked = self.expression(test, scope)
                known = truth(asked)
                if known is not None:
                    return self.expression(body if known else orelse, scope)
                made = join([self.expression(body, scope), self.expression(orelse, scope)])
                return Unknown(True) if tainted([asked]) and isinstance(made, Unknown) else made
            case ast.BoolOp(op=operator, values=operands):
                return self._and_or(isinstance(operator, ast.Or), operands, scope)
            case ast.Compare(left=left, ops=operators, comparators=comparators):
                before = self.expression(left, scope)
                results: list[Value] = []
                for sign, comparator in zip(operators, comparators, strict=True):
                    after = self.expression(comparator, scope)
                    results.append(self.compare(sign, before, after))
                    before = after
                return results[0] if len(results) == 1 else all_of(results)

    def _and_or(self, decided_by: bool, operands: Sequence[ast.expr], scope: Scope) -> Value:
        """``or`` is decided by the first that is true, ``and`` by the first that is false."""
        open_values: list[Value] = []
        for operand in operands:
            value = self.expression(operand, scope)
            known = truth(value)
            if known is decided_by:
                return value if not open_values else Plain(decided_by)
            if known is None:
                open_values.append(value)
        if open_values:
            return Config() if Config() in open_values else Unknown(tainted(open_values))
        return value


def _spelled(value: Value) -> Value:
    """What an f-string makes of a value."""
    match value:
        case Plain(value=plain):
            return Text(str(plain))
        case _:
            return value
