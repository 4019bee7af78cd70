"""What a test says: the condition under which it is true, and the one under which it is false."""

from __future__ import annotations

from lint_rules.blueprint.conditions import TRUE, Atom, Condition, beyond, both, forbid, literal, negation
from lint_rules.blueprint.core import Core, Truth
from lint_rules.blueprint.frame import Instance, Mapping, Scope, Sequence
from lint_rules.blueprint.values import (
    ClassValue,
    Closure,
    Config,
    Const,
    ExternalValue,
    Flag,
    FunctionValue,
    Method,
    Missing,
    ModuleValue,
    Partial,
    Ref,
    Symbol,
    Unknown,
    Value,
    options,
)
from lint_rules.project import facts


def flipped(truth: Truth) -> Truth:
    """``not``"""
    return truth[1], truth[0]


def gather(verdicts: list[tuple[Condition, Truth]]) -> Truth:
    """One verdict out of those on each option: option conditions are exclusive and cover all that is possible."""
    when = [joined for condition, (true, _) in verdicts if true is not None and (joined := both(condition, true))]
    unless = [joined for condition, (_, false) in verdicts if false is not None and (joined := both(condition, false))]
    if not when:
        return None, TRUE
    if not unless:
        return TRUE, None
    true = when[0] if len(when) == 1 else forbid(unless)
    false = unless[0] if len(unless) == 1 else forbid(when)
    return true, false


class Tests(Core):
    """Turns tests into conditions."""

    def test(self, expression: facts.Expression, scope: Scope) -> Truth:
        """When an expression is true, and when it is false."""
        match expression:
            case facts.Not(operand):
                return flipped(self.test(operand, scope))
            case facts.Logic(operator, operands):
                return self._all(operands, scope) if operator == "and" else self._any(operands, scope)
            case facts.Compare(operator, left, right):
                return self._compare(operator, left, right, scope, facts.render(expression))
            case facts.Call(function=facts.Name("isinstance"), arguments=[subject, kind]):
                return self._isinstance(subject.value, kind.value, scope, facts.render(expression))
            case facts.Call(function=facts.Name("bool"), arguments=[argument]):
                return self.test(argument.value, scope)
            case facts.Call(function=facts.Name("any" | "all")):
                self.evaluate(expression, scope)
                return self._opaque(facts.render(expression), scope)
            case _:
                return self.truth(self.evaluate(expression, scope), scope, facts.render(expression))

    def _all(self, operands: list[facts.Expression], scope: Scope) -> Truth:
        before = scope.condition
        when: Condition | None = TRUE
        failures: list[Condition] = []
        for operand in operands:
            true, false = self.test(operand, scope)
            if false is not None and when is not None and (failed := both(when, false)) is not None:
                failures.append(failed)
            when = both(when, true) if true is not None and when is not None else None
            scope.condition = both(scope.known, true) if true is not None and scope.condition is not None else None
            if when is None or scope.condition is None:
                break
        scope.condition = before
        if not failures:
            return TRUE, None
        if when is None:
            return None, TRUE
        return when, failures[0] if len(failures) == 1 else negation(when)

    def _any(self, operands: list[facts.Expression], scope: Scope) -> Truth:
        before = scope.condition
        unless: Condition | None = TRUE
        successes: list[Condition] = []
        for operand in operands:
            true, false = self.test(operand, scope)
            if true is not None and unless is not None and (passed := both(unless, true)) is not None:
                successes.append(passed)
            unless = both(unless, false) if false is not None and unless is not None else None
            scope.condition = both(scope.known, false) if false is not None and scope.condition is not None else None
            if unless is None or scope.condition is None:
                break
        scope.condition = before
        if not successes:
            return None, TRUE
        if unless is None:
            return TRUE, None
        return successes[0] if len(successes) == 1 else negation(unless), unless

    def _opaque(self, text: str, scope: Scope) -> Truth:
        atom = ("text", text[:200], scope.identity)
        return literal(atom), literal(atom, False)

    def truth(self, value: Value, scope: Scope, text: str) -> Truth:
        """Whether a value is true: of a config, that it is there; of a flag, that it is set."""
        known = scope.known
        verdicts = []
        for condition, option in options(value, known):
            if isinstance(option, Missing):
                continue
            verdicts.append((beyond(condition, known), self._plain_truth(option, scope, text)))
        return gather(verdicts) if verdicts else self._opaque(text, scope)

    def _plain_truth(self, value: Value, scope: Scope, text: str) -> Truth:
        match value:
            case Const(inner):
                return (TRUE, None) if inner else (None, TRUE)
            case Config(id):
                scope.frame.use(id, scope.known)
                return literal(("none", id), False), literal(("none", id))
            case Flag(name, owner, known):
                scope.frame.reads.add(name)
                atom: Atom = ("flag", name, owner)
                return (
                    literal(atom) if known is not False else None,
                    literal(atom, False) if known is not True else None,
                )
            case ClassValue() | FunctionValue() | Method() | Closure() | ModuleValue() | Partial():
                return TRUE, None
            case Symbol(term=term, cls=cls):
                atom = ("none", term) if cls is not None else ("true", term)
                return literal(atom, cls is None), literal(atom, cls is not None)
            case Ref():
                made = self.object(value, scope.frame)
                if isinstance(made, Instance):
                    return TRUE, None
                if isinstance(made, Mapping | Sequence):
                    full = bool(made.entries if isinstance(made, Mapping) else made.items)
                    if made.closed and not made.changed:
                        return (TRUE, None) if full else (None, TRUE)
                return self._opaque(text, scope)
            case _:
                return self._opaque(text, scope)

    # --- comparisons

    def _compare(
        self, operator: str, left: facts.Expression, right: facts.Expression, scope: Scope, text: str
    ) -> Truth:
        one, other = self.evaluate(left, scope), self.evaluate(right, scope)
        if operator in ("is not", "!=", "not in"):
            positive = {"is not": "is", "!=": "==", "not in": "in"}[operator]
            plain = facts.render(facts.Compare(positive, left, right))
            return flipped(self._holds(positive, one, other, scope, plain))
        return self._holds(operator, one, other, scope, text)

    def _holds(self, operator: str, one: Value, other: Value, scope: Scope, text: str) -> Truth:
        known = scope.known
        verdicts = []
        for condition, mine in options(one, known):
            for full, theirs in options(other, condition):
                verdicts.append((beyond(full, known), self._relation(operator, mine, theirs, scope, text)))
        return gather(verdicts) if verdicts else self._opaque(text, scope)

    def _relation(self, operator: str, one: Value, other: Value, scope: Scope, text: str) -> Truth:
        if operator in ("is", "=="):
            if isinstance(one, Const) and one.value is None:
                one, other = other, one
            if isinstance(other, Const) and other.value is None:
                return self._is_none(one, scope, text)
            if isinstance(other, Const) and isinstance(other.value, bool):
                if isinstance(one, Flag | Symbol):
                    verdict = self._plain_truth(one, scope, text)
                    return verdict if other.value else flipped(verdict)
            if isinstance(one, Const) and isinstance(other, Const):
                return (TRUE, None) if one.value == other.value else (None, TRUE)
            if isinstance(one, ClassValue) and isinstance(other, ClassValue):
                return (TRUE, None) if one == other else (None, TRUE)
        if operator == "in" and isinstance(one, Const):
            members = self._constants(other, scope)
            if members is not None:
                return (TRUE, None) if one.value in members else (None, TRUE)
        return self._opaque(text, scope)

    def _is_none(self, value: Value, scope: Scope, text: str) -> Truth:
        match value:
            case Const(inner):
                return (TRUE, None) if inner is None else (None, TRUE)
            case Config(id):
                scope.frame.use(id, scope.known)
                return literal(("none", id)), literal(("none", id), False)
            case Symbol(term=term):
                return literal(("none", term)), literal(("none", term), False)
            case Ref() | ClassValue() | FunctionValue() | Method() | Closure() | Flag() | Partial() | ModuleValue():
                return None, TRUE
            case _:
                return self._opaque(text, scope)

    def _constants(self, value: Value, scope: Scope) -> list[object] | None:
        """The members of a container that is fully known."""
        if isinstance(value, Const) and isinstance(value.value, str):
            return None
        if not isinstance(value, Ref):
            return None
        made = self.object(value, scope.frame)
        if isinstance(made, Mapping):
            return list(made.entries) if made.closed else None
        if isinstance(made, Sequence) and made.closed and all(isinstance(item, Const) for item in made.items):
            return [item.value for item in made.items if isinstance(item, Const)]
        return None

    # --- isinstance

    def _isinstance(self, subject: facts.Expression, kind: facts.Expression, scope: Scope, text: str) -> Truth:
        value, wanted = self.evaluate(subject, scope), self.evaluate(kind, scope)
        items = [wanted]
        if isinstance(wanted, Ref):
            items = self.iterate(wanted, scope)[0]
        known = scope.known
        verdicts = []
        for condition, option in options(value, known):
            verdicts.append((beyond(condition, known), self._is_kind(option, items, scope, text)))
        outcome = gather(verdicts) if verdicts else self._opaque(text, scope)
        self._narrow(subject, value, items, outcome[0], scope)
        return outcome

    def _is_kind(self, value: Value, kinds: list[Value], scope: Scope, text: str) -> Truth:
        cls, exact = None, True
        if isinstance(value, Symbol):
            cls, exact = value.cls, value.exact
        elif isinstance(value, Ref):
            made = self.object(value, scope.frame)
            cls = made.cls if isinstance(made, Instance) and not isinstance(made.cls, str) else None
        elif isinstance(value, Const) and value.value is None:
            return None, TRUE
        if cls is None or any(isinstance(kind, ExternalValue) for kind in kinds):
            return self._opaque(text, scope)
        classes = [kind.cls for kind in kinds if isinstance(kind, ClassValue)]
        if any(cls.derives_from(each) for each in classes):
            return TRUE, None
        if not exact and (len(classes) != len(kinds) or any(each.derives_from(cls) for each in classes)):
            return self._opaque(text, scope)
        return None, TRUE

    def _narrow(
        self, subject: facts.Expression, value: Value, kinds: list[Value], when: Condition | None, scope: Scope
    ) -> None:
        """Where ``isinstance(name, Class)`` holds, the name has that class from there on."""
        if not isinstance(subject, facts.Name) or len(kinds) != 1 or when is None or scope.find(subject.id) is None:
            return
        (kind,) = kinds
        if not isinstance(kind, ClassValue) or self.vocabulary.is_type(kind.cls):
            return
        if isinstance(value, Unknown):
            value = Symbol(("local", subject.id, scope.identity))
        if isinstance(value, Symbol) and kind.cls is not value.cls:
            before = scope.condition
            scope.condition = both(scope.known, when) if before is not None else None
            if scope.condition is not None and scope.condition != before:
                scope.write(subject.id, Symbol(value.term, kind.cls))
            scope.condition = before
