"""Expressions, evaluated for what they may stand for."""

from __future__ import annotations

from collections.abc import Iterable

from lint_rules.blueprint.values import Site
from lint_rules.outline.core import Core
from lint_rules.outline.narrowing import Narrowing, narrowings
from lint_rules.outline.placing import placed
from lint_rules.outline.scope import Scope
from lint_rules.outline.texts import Text, literal
from lint_rules.outline.values import (
    NONE,
    UNKNOWN,
    Choice,
    ClassRef,
    Closure,
    Const,
    Index,
    Mapping,
    Object,
    Partial,
    Quant,
    Sequence,
    Value,
    choice,
    options,
)
from lint_rules.project import facts


class Expressions(Core):
    """The part of the drawer that evaluates expressions."""

    def evaluate(self, expression: facts.Expression | None, scope: Scope) -> Value:
        """What an expression stands for; the calls in it happen."""
        self.steps += 1
        match expression:
            case None:
                return NONE
            case facts.Name(id):
                return self._name(id, scope)
            case facts.Constant(value):
                if isinstance(value, str):
                    return Text(literal(value).pieces, scope.at_root)
                return Const(value)
            case facts.Attribute(value=inner, name=name, line=line, column=column):
                base = self.evaluate(inner, scope)
                if scope.narrowed and (known := scope.narrowed.get(facts.render(expression))) is not None:
                    return known
                return _emptied(self.attribute(base, name, scope, Site(scope.module.path, line, column)), scope)
            case facts.Call():
                return self._call(expression, scope)
            case facts.Subscript(value, index):
                return self._subscript(self.evaluate(value, scope), self.evaluate(index, scope))
            case facts.Text(parts):
                return self.joined(parts, scope)
            case facts.Conditional(test, then, otherwise):
                return self._conditional(test, then, otherwise, scope)
            case facts.Binary(operator, left, right):
                return self._binary(operator, self.evaluate(left, scope), self.evaluate(right, scope), left, right)
            case facts.Logic(operator, operands):
                return self._logic(operator, operands, scope)
            case facts.DictLiteral(items):
                return self._dict(items, scope)
            case facts.SequenceLiteral(elements=elements):
                return self._sequence(elements, scope)
            case facts.Comprehension():
                return self._comprehension(expression, scope)
            case facts.Lambda(parameters=parameters, body=body, line=line):
                return Closure(tuple(parameters), body, scope, line)
            case facts.Walrus(name, value):
                found = self.evaluate(value, scope)
                scope.names[name] = found
                return found
            case facts.Starred(value):
                return self.evaluate(value, scope)
            case facts.Yield(value):
                found = self.evaluate(value, scope)
                scope.returns.append(placed(Sequence([found], counted=False, looped=True)))
                return UNKNOWN
            case facts.Not(operand):
                self.evaluate(operand, scope)
                return UNKNOWN
            case facts.Compare(left=left, right=right):
                self.evaluate(left, scope)
                self.evaluate(right, scope)
                return UNKNOWN
            case facts.Opaque(parts=parts):
                for part in parts:
                    self.evaluate(part, scope)
                return UNKNOWN

    def _name(self, name: str, scope: Scope) -> Value:
        found = scope.find(name)
        if found is None:
            key = (scope.module, name)
            if key not in self.meanings:
                symbols = self.project.lookup(scope.module, name, 0)
                self.meanings[key] = self.meaning(symbols) if symbols else ClassRef(f"builtins.{name}")
            return self.meanings[key]
        return _emptied(found, scope)

    def _call(self, call: facts.Call, scope: Scope) -> Value:
        callee = self.evaluate(call.function, scope)
        site = Site(scope.module.path, call.line, call.column)
        arguments = self.arguments(call, scope)
        if not isinstance(callee, Choice):
            return self.call(callee, arguments, scope, site)
        return choice(self.call(each, arguments, scope, site) for each in callee.options)

    # --- operators

    def _binary(
        self, operator: str, left: Value, right: Value, said_left: facts.Expression, said_right: facts.Expression
    ) -> Value:
        found: list[Value] = []
        for one in options(left):
            for other in options(right):
                found.append(self._operate(operator, one, other, said_left, said_right))
        return choice(found)

    def _operate(
        self, operator: str, left: Value, right: Value, said_left: facts.Expression, said_right: facts.Expression
    ) -> Value:
        match operator, left, right:
            case "+", Sequence(), Sequence():
                return placed(Sequence([*left.items, *right.items], counted=left.counted and right.counted))
            case "+", Sequence(), _:
                return placed(Sequence([*left.items, UNKNOWN], counted=left.counted, looped=left.looped))
            case "+", _, Sequence():
                return placed(Sequence([UNKNOWN, *right.items], counted=False))
            case "*", Sequence(), _:
                return placed(Sequence(list(left.items), counted=False, looped=True))
            case "|", Mapping(), Mapping():
                return placed(Mapping({**left.entries, **right.entries}, closed=left.closed and right.closed))
            case "+", _, _ if isinstance(left, Text) or isinstance(right, Text):
                return self.together([self._said(left, said_left), self._said(right, said_right)])
            case "%", Text(), _:
                return self.formatted(left, right, facts.render(said_right))
            case _, _, _ if isinstance(left, Index) or isinstance(right, Index):
                return _shifted(operator, left, right)
            case _:
                return UNKNOWN

    def _said(self, value: Value, said: facts.Expression) -> list[Text]:
        """A value as text; how it is written counts only where it can't be told, and a long sum takes long to write."""
        return [value] if isinstance(value, Text) else self.texts(value, facts.render(said))

    def _logic(self, operator: str, operands: Iterable[facts.Expression], scope: Scope) -> Value:
        found: list[Value] = []
        for operand in operands:
            value = self.evaluate(operand, scope)
            if operator == "or":
                # What is None or empty gives way to the next.
                if found and found[-1] == NONE:
                    found.pop()
            found.append(value)
        return choice(found)

    def _conditional(
        self, test: facts.Expression, then: facts.Expression, otherwise: facts.Expression, scope: Scope
    ) -> Value:
        self.evaluate(test, scope)
        yes, no = narrowings(self, test, scope)
        found: list[Value] = []
        self.forks += 1
        for narrowing, expression in ((yes, then), (no, otherwise)):
            if narrowing is not None:
                found.append(self._narrowed(narrowing, expression, scope))
        self.forks -= 1
        return choice(found)

    def _narrowed(self, narrowing: Narrowing, expression: facts.Expression, scope: Scope) -> Value:
        with narrowing.applied(scope):
            return self.evaluate(expression, scope)

    # --- containers

    def _subscript(self, value: Value, index: Value) -> Value:
        return choice(self._item(each, index) for each in options(value))

    def _item(self, value: Value, index: Value) -> Value:
        match value:
            case Mapping():
                found = []
                for key in options(index):
                    plain = key.literal if isinstance(key, Text) else str(key.value) if isinstance(key, Const) else None
                    if plain is None:
                        found += [*value.entries.values(), value.rest]
                    else:
                        found.append(value.entries.get(plain, self.kept(value, plain)))
                return choice(found)
            case Sequence():
                if isinstance(index, Const) and isinstance(index.value, int) and value.counted:
                    within = -len(value.items) <= index.value < len(value.items)
                    return value.items[index.value] if within else UNKNOWN
                return choice(value.items) if value.items else UNKNOWN
            case ClassRef():
                # `List[int]`, `type[X]`.
                return value
            case _:
                return UNKNOWN

    def kept(self, mapping: Mapping, key: str) -> Value:
        """What a dict holds under a key that is not among those that are known."""
        if mapping.own is None:
            return mapping.rest
        return mapping.own(key)

    def _dict(self, items: Iterable[facts.Item], scope: Scope) -> Value:
        made = Mapping()
        for item in items:
            value = self.evaluate(item.value, scope)
            if item.key is not None:
                self.put(made, self.evaluate(item.key, scope), value)
                continue
            for option in options(value):
                if isinstance(option, Mapping):
                    made.entries.update(option.entries)
                    made.closed &= option.closed
                    made.own = made.own or option.own
                else:
                    made.closed = False
        return placed(made)

    def put(self, mapping: Mapping, key: Value, value: Value) -> None:
        """Put something under a key of a dict."""
        for text in self.texts(key):
            components = text.components()
            name = ".".join(part.text for part in components) if components else "*"
            if "?" in name or "*" in name:
                mapping.rest = choice([mapping.rest, value])
                mapping.entries.setdefault(name.replace("?", "*"), value)
            else:
                old = [mapping.entries[name]] if self.forks and name in mapping.entries else []
                mapping.entries[name] = choice([*old, value])
        placed(mapping)

    def _sequence(self, elements: Iterable[facts.Expression], scope: Scope) -> Value:
        made = Sequence()
        for element in elements:
            value = self.evaluate(element, scope)
            if isinstance(element, facts.Starred):
                inner = [option for option in options(value) if isinstance(option, Sequence)]
                made.items += inner[0].items if inner else self.elements(value)
                made.counted &= bool(inner) and inner[0].counted
            else:
                made.items.append(value)
        return placed(made)

    def _comprehension(self, expression: facts.Comprehension, scope: Scope) -> Value:
        inner = Scope(scope.module, scope.label, scope.function, scope, scope.owner, scope.self, at_root=scope.at_root)
        inner.narrowed = scope.narrowed
        if expression.kind == "dict":
            mapping = Mapping()
            self._turns(expression, 0, inner, mapping)
            return placed(mapping)
        sequence = Sequence(counted=False, looped=True)
        self._turns(expression, 0, inner, sequence)
        return placed(sequence)

    def _turns(self, expression: facts.Comprehension, at: int, scope: Scope, into: Sequence | Mapping) -> None:
        """The turns of the loops from one on; each item goes where the comprehension collects it."""
        if at == len(expression.loops):
            value = self.evaluate(expression.value, scope)
            if isinstance(into, Mapping):
                self.put(into, self.evaluate(expression.key, scope), value)
            else:
                into.items.append(value)
            return
        loop = expression.loops[at]
        self.loops += 1
        for element in self.elements(self.evaluate(loop.iterable, scope)):
            self.assign(loop.target, element, scope)
            for condition in loop.conditions:
                self.evaluate(condition, scope)
            self._turns(expression, at + 1, scope, into)
        self.loops -= 1

    def elements(self, value: Value) -> list[Value]:
        """What a loop over a value binds, once for each turn that can be told apart; at least one."""
        found: list[Value] = []
        for option in options(value):
            match option:
                case Sequence(items=items):
                    found += items
                case Mapping(entries=entries):
                    found += [literal(key) for key in entries if "*" not in key]
                case Index(shift):
                    found.append(Index(shift))
                case _:
                    pass
        return found[:_TURNS] or [UNKNOWN]


_TURNS = 32


def _shifted(operator: str, left: Value, right: Value) -> Index:
    """A loop's count with a constant added or taken away; of anything else nobody knows where it begins."""
    if operator == "+" and isinstance(right, Index):
        left, right = right, left
    if operator in ("+", "-") and isinstance(left, Index) and isinstance(right, Const) and isinstance(right.value, int):
        by = right.value if operator == "+" else -right.value
        return Index(left.shift + by if left.shift is not None else None)
    return Index(None)


def _emptied(value: Value, scope: Scope) -> Value:
    """The builder's own prefix, where it is known to be empty."""
    if scope.at_root and isinstance(value, Text) and value.is_own:
        return Text((), True)
    return value


def interesting(value: Value) -> bool:
    """Whether a value can make a difference to an outline: it names, builds or configures something, or holds what does."""
    return _interesting(value, set())


def _interesting(value: Value, seen: set[Object | Sequence | Mapping]) -> bool:
    for each in options(value):
        match each:
            case Text() | Quant() | ClassRef() | Closure() | Partial():
                return True
            case Object() | Sequence() | Mapping() if each not in seen:
                seen.add(each)
                if isinstance(each, Object) and each.is_module:
                    return True
                if any(_interesting(inner, seen) for inner in each.held):
                    return True
            case _:
                pass
    return False
