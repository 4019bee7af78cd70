"""Expressions, evaluated for what they may stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lint_rules.outline.core import Core
from lint_rules.outline.narrowing import narrowings
from lint_rules.outline.placing import place, placed
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
from lint_rules.project.site import Site
from lint_rules.project.symbols import ModuleInfo


class Expressions(Core):
    """The part of the drawer that evaluates expressions."""

    def evaluate(self, expression: facts.Expression | None, scope: Scope) -> Value:
        """What an expression stands for; the calls in it happen."""
        self.steps += 1
        return NONE if expression is None else _EVALUATE[type(expression)](self, expression, scope)

    def _constant(self, constant: facts.Constant, scope: Scope) -> Value:
        value = constant.value
        if isinstance(value, str):
            return Text(literal(value).pieces, scope.at_root)
        return Const(value)

    def _dotted(self, said: facts.Attribute, scope: Scope) -> Value:
        base = self.evaluate(said.value, scope)
        if scope.narrowed and (known := scope.narrowed.get(facts.render(said))) is not None:
            return known
        found = self.attribute(base, said.name, scope)
        return _emptied(found, scope) if scope.at_root else found

    def _indexed(self, said: facts.Subscript, scope: Scope) -> Value:
        return self._subscript(self.evaluate(said.value, scope), self.evaluate(said.index, scope))

    def _text(self, said: facts.Text, scope: Scope) -> Value:
        return self.joined(said.parts, scope)

    def _lambda(self, said: facts.Lambda, scope: Scope) -> Value:
        return Closure(tuple(said.parameters), said.body, scope, said.line)

    def _walrus(self, said: facts.Walrus, scope: Scope) -> Value:
        found = scope.names[said.name] = self.evaluate(said.value, scope)
        return found

    def _starred(self, said: facts.Starred, scope: Scope) -> Value:
        return self.evaluate(said.value, scope)

    def _yield(self, said: facts.Yield, scope: Scope) -> Value:
        found = self.evaluate(said.value, scope)
        scope.returns.append(placed(Sequence([found], counted=False, looped=True)))
        return UNKNOWN

    def _not(self, said: facts.Not, scope: Scope) -> Value:
        self.evaluate(said.operand, scope)
        return UNKNOWN

    def _compare(self, said: facts.Compare, scope: Scope) -> Value:
        self.evaluate(said.left, scope)
        self.evaluate(said.right, scope)
        return UNKNOWN

    def _opaque(self, said: facts.Opaque, scope: Scope) -> Value:
        for part in said.parts:
            self.evaluate(part, scope)
        return UNKNOWN

    def _name(self, said: facts.Name, scope: Scope) -> Value:
        found = scope.find(said.id)
        if found is not None:
            return _emptied(found, scope) if scope.at_root else found
        return self.remembered((scope.module, said.id), lambda: self._at_top(said.id, scope.module))

    def _at_top(self, name: str, module: ModuleInfo) -> Value:
        symbols = self.project.lookup(module, name, 0)
        return self.meaning(symbols) if symbols else ClassRef(f"builtins.{name}")

    def _call(self, call: facts.Call, scope: Scope) -> Value:
        callee = self.evaluate(call.function, scope)
        if callee is UNKNOWN and not call.arguments:
            return UNKNOWN
        site = Site(scope.module.path, call.line, call.column)
        arguments = self.arguments(call, scope)
        if not isinstance(callee, Choice):
            return self.call(callee, arguments, scope, site)
        return choice(self.call(each, arguments, scope, site) for each in callee.options)

    # --- operators

    def _binary(self, said: facts.Binary, scope: Scope) -> Value:
        left, right = self.evaluate(said.left, scope), self.evaluate(said.right, scope)
        found: list[Value] = []
        for one in options(left):
            for other in options(right):
                found.append(self._operate(said.operator, one, other, said.left, said.right))
        return choice(found)

    def _operate(
        self, operator: str, left: Value, right: Value, said_left: facts.Expression, said_right: facts.Expression
    ) -> Value:
        if left is UNKNOWN and right is UNKNOWN:
            return UNKNOWN
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

    def _logic(self, said: facts.Logic, scope: Scope) -> Value:
        found: list[Value] = []
        for operand in said.operands:
            value = self.evaluate(operand, scope)
            if said.operator == "or":
                # What is None or empty gives way to the next.
                if found and found[-1] == NONE:
                    found.pop()
            found.append(value)
        return choice(found)

    def _conditional(self, said: facts.Conditional, scope: Scope) -> Value:
        self.evaluate(said.test, scope)
        yes, no = narrowings(self, said.test, scope)
        found: list[Value] = []
        self.forks += 1
        for narrowing, expression in ((yes, said.then), (no, said.otherwise)):
            if narrowing is not None:
                before = narrowing.applied(scope)
                found.append(self.evaluate(expression, scope))
                narrowing.undone(scope, before)
        self.forks -= 1
        return choice(found)

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

    def _dict(self, said: facts.DictLiteral, scope: Scope) -> Value:
        made = Mapping()
        for item in said.items:
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
        self.touch(mapping)
        for text in self.texts(key):
            components = text.components()
            name = ".".join(part.text for part in components) if components else "*"
            if "?" in name or "*" in name:
                name = name.replace("?", "*")
                mapping.rest = choice([mapping.rest, value])
                mapping.entries.setdefault(name, value)
            else:
                old = [mapping.entries[name]] if self.forks and name in mapping.entries else []
                mapping.entries[name] = choice([*old, value])
            place(mapping.entries[name], mapping, name)

    def _sequence(self, said: facts.SequenceLiteral, scope: Scope) -> Value:
        made = Sequence()
        for element in said.elements:
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


_EVALUATE: dict[type, Callable[[Expressions, Any, Scope], Value]] = {
    facts.Name: Expressions._name,
    facts.Constant: Expressions._constant,
    facts.Attribute: Expressions._dotted,
    facts.Subscript: Expressions._indexed,
    facts.Call: Expressions._call,
    facts.DictLiteral: Expressions._dict,
    facts.SequenceLiteral: Expressions._sequence,
    facts.Starred: Expressions._starred,
    facts.Conditional: Expressions._conditional,
    facts.Logic: Expressions._logic,
    facts.Not: Expressions._not,
    facts.Compare: Expressions._compare,
    facts.Binary: Expressions._binary,
    facts.Text: Expressions._text,
    facts.Walrus: Expressions._walrus,
    facts.Comprehension: Expressions._comprehension,
    facts.Lambda: Expressions._lambda,
    facts.Yield: Expressions._yield,
    facts.Opaque: Expressions._opaque,
}
"""A table, for a ``match`` over so many kinds tries one after the other, half a million times."""

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
