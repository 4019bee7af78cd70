"""The value of an expression."""

from __future__ import annotations

from collections.abc import Callable

from lint_rules.blueprint.conditions import TRUE, Condition, beyond, both, literal
from lint_rules.blueprint.core import Core
from lint_rules.blueprint.frame import Instance, Mapping, Scope, Sequence
from lint_rules.blueprint.values import (
    MISSING,
    NONE,
    UNKNOWN,
    Choice,
    ClassValue,
    Closure,
    Config,
    Const,
    ExternalValue,
    Flag,
    Missing,
    Ref,
    Symbol,
    Value,
    choose,
    options,
    overwrite,
)
from lint_rules.project import facts

_MOST_ITEMS = 12
"""A loop over more known items than this is evaluated once, for any of them."""


class Expressions(Core):
    """Evaluates expressions; calls, attributes and tests are other parts' work."""

    def evaluate(self, expression: facts.Expression, scope: Scope) -> Value:
        """The value of an expression."""
        match expression:
            case facts.Name(id):
                return self.read(id, scope)
            case facts.Constant(value):
                return Const(value)
            case facts.Attribute(value=value, name=name, line=line, column=column):
                holder = self.evaluate(value, scope)
                self.consult(holder, name, scope)
                return self.attribute(holder, name, scope, self.site(scope, line, column))
            case facts.Call():
                return self.call_expression(expression, scope)
            case facts.Conditional(test, then, otherwise):
                return self._conditional(test, then, otherwise, scope)
            case facts.Logic():
                return self._logic(expression, scope)
            case facts.Not() | facts.Compare():
                return self._boolean(expression, scope)
            case facts.DictLiteral(items):
                return self._dict(items, scope)
            case facts.SequenceLiteral(kind, elements):
                return self._sequence(kind, elements, scope)
            case facts.Subscript(facts.SequenceLiteral(elements=[otherwise, then]), index) if isinstance(
                self.evaluate(index, scope), Flag
            ):
                # False is 0, and True is 1.
                return self._conditional(index, then, otherwise, scope)
            case facts.Subscript(value, index):
                return self.item(self.evaluate(value, scope), self.evaluate(index, scope), scope)
            case facts.Binary(operator, left, right):
                return self.combine(operator, self.evaluate(left, scope), self.evaluate(right, scope), scope)
            case facts.Walrus(name, value):
                made = self.evaluate(value, scope)
                scope.write(name, made)
                return made
            case facts.Comprehension():
                return self._comprehension(expression, scope)
            case facts.Lambda(parameters, body, line):
                return Closure(tuple(parameters), body, scope, "<lambda>", line)
            case facts.Text(parts):
                return self._text(parts, scope)
            case facts.Yield(value):
                made = self.evaluate(value, scope) if value is not None else NONE
                return scope.on_yield(made) if scope.on_yield is not None else UNKNOWN
            case facts.Starred(value):
                return self.evaluate(value, scope)
            case facts.Opaque(parts=parts):
                for part in parts:
                    self.evaluate(part, scope)
                return UNKNOWN

    def read(self, name: str, scope: Scope) -> Value:
        """The value of a name."""
        holder = scope.find(name)
        if holder is None:
            return self.global_value(scope.module, name, scope)
        value = holder.names[name]
        if holder.frame is not scope.frame and isinstance(value, Ref):
            return UNKNOWN
        return choose(options(value, scope.known), scope.known)

    def _conditional(
        self, test: facts.Expression, then: facts.Expression, otherwise: facts.Expression, scope: Scope
    ) -> Value:
        before = scope.condition
        when, unless = self.test(test, scope)
        pairs = []
        for condition, branch in ((when, then), (unless, otherwise)):
            scope.condition = both(scope.known, condition) if condition is not None and before is not None else None
            if scope.condition is not None:
                pairs.append((scope.condition, self.evaluate(branch, scope)))
            scope.condition = before
        return choose(pairs, scope.known) if pairs else UNKNOWN

    def _logic(self, expression: facts.Logic, scope: Scope) -> Value:
        """``a and b`` is the first that is false, ``a or b`` the first that is true, else the last."""
        before = scope.condition
        pairs = []
        *first, last = expression.operands
        for operand in first:
            value = self.evaluate(operand, scope)
            when, unless = self.truth(value, scope, facts.render(operand))
            taken, onward = (unless, when) if expression.operator == "and" else (when, unless)
            here = both(scope.known, taken) if taken is not None else None
            if here is not None:
                pairs.append((here, value))
            scope.condition = both(scope.known, onward) if onward is not None else None
            if scope.condition is None:
                break
        if scope.condition is not None:
            pairs.append((scope.condition, self.evaluate(last, scope)))
        scope.condition = before
        return choose(pairs, scope.known) if pairs else UNKNOWN

    def _boolean(self, expression: facts.Expression, scope: Scope) -> Value:
        when, unless = self.test(expression, scope)
        pairs: list[tuple[Condition, Value]] = []
        if when is not None and (true := both(scope.known, when)) is not None:
            pairs.append((true, Const(True)))
        if unless is not None and (false := both(scope.known, unless)) is not None:
            pairs.append((false, Const(False)))
        return choose(pairs, scope.known) if pairs else UNKNOWN

    def _text(self, parts: list[facts.Expression], scope: Scope) -> Value:
        texts: list[str] = []
        known = True
        for part in parts:
            value = self.evaluate(part, scope)
            if isinstance(value, Const) and isinstance(value.value, str):
                texts.append(value.value)
            else:
                known = False
        return Const("".join(texts)) if known else UNKNOWN

    # --- dicts and sequences

    def _dict(self, items: list[facts.Item], scope: Scope) -> Value:
        made = Mapping(born=scope.known)
        ref = scope.frame.add(made)
        for item in items:
            value = self.evaluate(item.value, scope)
            if item.key is None:
                self.merge(made, value, scope)
                continue
            key = self.evaluate(item.key, scope)
            if isinstance(key, Const) and isinstance(key.value, str):
                made.entries[key.value] = value
            elif isinstance(key, Const) and key.value is not None:
                made.entries[str(key.value)] = value
            else:
                made.closed = False
                made.rest = choose(
                    [(literal(("any", len(scope.frame.heap), len(made.entries))), value), (TRUE, made.rest)]
                )
        return ref

    def merge(self, into: Mapping, value: Value, scope: Scope) -> None:
        """``into.update(value)``, ``{**value}``."""
        for option in self.every(value, scope):
            dumped = self.as_mapping(option, scope)
            if dumped is None:
                if not (isinstance(option, Const) and option.value is None):
                    into.closed = False
                continue
            for key, entry in dumped.entries.items():
                self.put(into, key, entry, scope)
            if not dumped.closed:
                into.closed = False
                if dumped.rest != UNKNOWN:
                    into.rest = dumped.rest

    def as_mapping(self, value: Value, scope: Scope) -> Mapping | None:
        """The dict that a value is, or can be read as."""
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
            if isinstance(made, Mapping):
                return made
            if isinstance(made, Sequence):
                return self._pairs(made, scope)
        return None

    def _pairs(self, sequence: Sequence, scope: Scope) -> Mapping | None:
        """A sequence of ``(key, value)`` as a dict."""
        out = Mapping(born=scope.known, closed=sequence.closed)
        for item in sequence.items:
            pair = self.object(item, scope.frame) if isinstance(item, Ref) else None
            if not isinstance(pair, Sequence) or len(pair.items) != 2:
                out.closed = False
                continue
            key, entry = pair.items
            if isinstance(key, Const) and isinstance(key.value, str):
                out.entries[key.value] = entry
            else:
                out.closed = False
        return out

    def put(self, mapping: Mapping, key: str, value: Value, scope: Scope) -> None:
        """``mapping[key] = value`` where the scope's condition holds."""
        when = beyond(scope.known, mapping.born)
        old = mapping.entries.get(key, MISSING if mapping.closed else UNKNOWN)
        mapping.entries[key] = overwrite(old, when, value)
        mapping.changed = True

    def _sequence(self, kind: str, elements: list[facts.Expression], scope: Scope) -> Value:
        made = Sequence(kind=kind, born=scope.known)
        ref = scope.frame.add(made)
        for element in elements:
            value = self.evaluate(element, scope)
            if isinstance(element, facts.Starred):
                items, closed = self.iterate(value, scope)
                made.items.extend(items)
                made.closed = made.closed and closed
            else:
                made.items.append(value)
        return ref

    def item(self, value: Value, index: Value, scope: Scope) -> Value:
        """``value[index]``"""
        return self.each(
            value, scope, lambda option: self.each(index, scope, lambda key: self._item(option, key, scope))
        )

    def _item(self, value: Value, index: Value, scope: Scope) -> Value:
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
            if isinstance(made, Mapping):
                return self._entry(made, index, scope)
            if isinstance(made, Sequence):
                return _at(made.items, index, made.closed)
            if isinstance(index, Const) and isinstance(index.value, str) and index.value in made.fields:
                return made.fields[index.value]
            return _at(made.items, index, False)
        if isinstance(value, Symbol):
            if (
                isinstance(index, Const)
                and isinstance(index.value, str)
                and value.cls is None
                and value.element is None
            ):
                if index.value in self.vocabulary.names:
                    site = self.site(scope, 0, 0)
                    return self.attribute(value, index.value, scope, site)
                return Symbol(("field", value.term, index.value))
            return value.element if value.element is not None else Symbol(("field", value.term, "[]"))
        if isinstance(value, ClassValue):
            return value
        if isinstance(value, ExternalValue) and isinstance(index, Const) and index.value in self.vocabulary.names:
            return Config(("field", ("global", value.name), str(index.value)))
        return UNKNOWN

    def _entry(self, mapping: Mapping, index: Value, scope: Scope) -> Value:
        if isinstance(index, Flag) and {"True", "False"} <= mapping.entries.keys():
            atom = ("flag", index.name, index.owner)
            return choose([(literal(atom, sign), mapping.entries[str(sign)]) for sign in (True, False)])
        if isinstance(index, Const) and index.value is not None:
            entry = mapping.entries.get(str(index.value))
            if entry is not None:
                return choose(
                    [(c, v) for c, v in options(entry, scope.known) if not isinstance(v, Missing)], scope.known
                )
            if mapping.closed:
                return UNKNOWN
            if str(index.value) in self.vocabulary.names and mapping.rest == UNKNOWN:
                return Config(("field", ("site", scope.module.path, 0, 0), str(index.value)))
            return mapping.rest
        number = len(scope.frame.heap)
        pairs = [(literal(("any", number, key)), entry) for key, entry in mapping.entries.items() if entry != MISSING]
        if not mapping.closed:
            pairs.append((TRUE, mapping.rest))
        return choose(pairs) if pairs else UNKNOWN

    def combine(self, operator: str, left: Value, right: Value, scope: Scope) -> Value:
        """A binary operation: texts that are joined, dicts that are merged, sets and lists that are put together."""
        if isinstance(left, Const) and isinstance(right, Const) and operator == "+":
            if isinstance(left.value, str) and isinstance(right.value, str):
                return Const(left.value + right.value)
        if operator == "|" and (self._is_mapping(left, scope) or self._is_mapping(right, scope)):
            made = Mapping(born=scope.known)
            ref = scope.frame.add(made)
            self.merge(made, left, scope)
            self.merge(made, right, scope)
            return ref
        one, other = self._members(left, scope), self._members(right, scope)
        if operator == "*" and (one is None) is not (other is None) and (repeated := one or other) is not None:
            return scope.frame.add(Sequence(list(repeated.items), repeated.kind, False, scope.known))
        if one is not None and other is not None and operator in ("+", "|", "-", "&"):
            items = {
                "+": [*one.items, *other.items],
                "|": [*one.items, *other.items],
                "-": [item for item in one.items if item not in other.items],
                "&": [item for item in one.items if item in other.items],
            }[operator]
            return scope.frame.add(Sequence(items, one.kind, one.closed and other.closed, scope.known))
        return UNKNOWN

    def _is_mapping(self, value: Value, scope: Scope) -> bool:
        return isinstance(value, Ref) and isinstance(self.object(value, scope.frame), Mapping)

    def _members(self, value: Value, scope: Scope) -> Sequence | None:
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
            if isinstance(made, Sequence):
                return made
            if isinstance(made, Mapping):
                return Sequence([Const(key) for key in made.entries], "set", made.closed)
        return None

    # --- loops

    def iterate(self, value: Value, scope: Scope) -> tuple[list[Value], bool]:
        """The items that a loop over ``value`` sees, and whether these are all of them."""
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
            if isinstance(made, Mapping):
                return [Const(key) for key, entry in made.entries.items() if entry != MISSING], made.closed
            if isinstance(made, Instance):
                named = [entry for name, entry in made.fields.items() if name.startswith("[")]
                return [*made.items, *named], False
            return made.items, made.closed
        if isinstance(value, Symbol):
            return [value.element if value.element is not None else Symbol(("field", value.term, "[]"))], False
        if isinstance(value, Choice):
            items: list[Value] = []
            for condition, option in options(value, scope.known):
                for item in self.iterate(option, scope)[0]:
                    items.append(choose([(condition, item)], scope.known))
            return items[:_MOST_ITEMS], False
        return [UNKNOWN], False

    def _comprehension(self, expression: facts.Comprehension, scope: Scope) -> Value:
        inner = Scope(scope.frame, scope.module, function=scope.function, label=scope.label, parent=scope)
        inner.condition = scope.condition
        inner.base = scope.known
        if expression.kind == "dict":
            mapping = Mapping(born=scope.known)
            ref = scope.frame.add(mapping)
            self._loops(expression.loops, inner, lambda: self._dict_item(expression, mapping, inner))
            return ref
        sequence = Sequence(kind="set" if expression.kind == "set" else "list", closed=True, born=scope.known)
        ref = scope.frame.add(sequence)

        def add() -> None:
            value = self.evaluate(expression.value, inner)
            if inner.condition is not None:
                sequence.items.append(choose([(inner.known, value)], scope.known))

        sequence.closed = self._loops(expression.loops, inner, add)
        return ref

    def _dict_item(self, expression: facts.Comprehension, mapping: Mapping, inner: Scope) -> None:
        assert expression.key is not None
        key = self.evaluate(expression.key, inner)
        value = self.evaluate(expression.value, inner)
        if isinstance(key, Const) and isinstance(key.value, str):
            self.put(mapping, key.value, value, inner)
        else:
            mapping.closed = False
            mapping.rest = value

    def _loops(self, loops: list[facts.Loop], scope: Scope, body: Callable[[], None]) -> bool:
        """Run ``body`` once for each known item; whether all items were known."""
        if not loops:
            body()
            return True
        first, *rest = loops
        items, closed = self.iterate(self.evaluate(first.iterable, scope), scope)
        if len(items) > 64:
            items, closed = items[:64], False
        before = scope.condition
        for item in items:
            scope.condition = before
            scope.names = dict(scope.names)
            self.assign(first.target, item, scope, self.site(scope, 0, 0))
            for condition in first.conditions:
                when, _ = self.test(condition, scope)
                scope.condition = both(scope.known, when) if when is not None and scope.condition is not None else None
            if scope.condition is not None:
                closed = self._loops(rest, scope, body) and closed
        scope.condition = before
        return closed


def _at(items: list[Value], index: Value, closed: bool) -> Value:
    if isinstance(index, Const) and isinstance(index.value, int) and not isinstance(index.value, bool):
        if -len(items) <= index.value < len(items) and closed:
            return items[index.value]
    pairs = [(literal(("any", "item", number)), item) for number, item in enumerate(items[:_MOST_ITEMS])]
    return choose(pairs) if pairs else UNKNOWN
