"""Between frames: a call's arguments become a callee's ``("arg", n)``, and its result comes back in the caller's terms.

Two calls whose arguments look the same from inside share one evaluation. What a config is called, where it came from and
under which conditions it was handed over does not show from inside: all that is put back on the way out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from lint_rules.blueprint.conditions import TRUE, Atom, Condition, Literal, both, forbid, literal, negation
from lint_rules.blueprint.frame import Frame, Instance, Mapping, Object, Result, Sequence
from lint_rules.blueprint.values import (
    UNKNOWN,
    Choice,
    ClassValue,
    Closure,
    Config,
    Const,
    ExternalValue,
    Flag,
    FunctionValue,
    Hop,
    Method,
    Missing,
    ModuleValue,
    Native,
    Partial,
    Passed,
    Ref,
    Super,
    Symbol,
    Term,
    Unknown,
    Value,
    choose,
    handed,
    options,
)
from lint_rules.project.site import Site

_MOST_OPTIONS = 10

Imported = tuple[Value, Hashable]


class Entry:
    """Brings a call's arguments into a new frame, and notes the key under which the evaluation can be shared."""

    def __init__(self, caller: Frame, known: Condition) -> None:
        self.caller = caller
        self.known = known
        self.frame = Frame()
        self.slots: list[Value] = []
        self.objects: list[int] = []
        self._terms: dict[Term, int] = {}
        self._refs: dict[int, int] = {}
        self.nested: set[int] = set()
        self._depth = 0

    def parameter(self, value: Value, hop: Hop | None, rest: bool) -> Imported:
        """A parameter's value; ``rest`` for ``*args`` and ``**kwargs``, whose items are arguments of their own."""
        self._depth = -1 if rest else 0
        return self.value(value, hop)

    def value(self, value: Value, hop: Hop | None = None) -> Imported:
        """The callee's view of an argument, and its part of the key."""
        value = choose(options(value, self.known), self.known)
        if isinstance(value, Choice):
            return self._choice(value, hop)
        return self._plain(value, hop)

    def _slot(self, value: Value) -> int:
        self.slots.append(value)
        if self._depth > 0:
            self.nested.add(len(self.slots) - 1)
        return len(self.slots) - 1

    def _choice(self, value: Choice, hop: Hop | None) -> Imported:
        if any(isinstance(option, Config) for _, option in value.options):
            number = self._slot(handed(value, hop) if hop is not None else value)
            return Config(("arg", number)), ("config", number)
        if len(value.options) > _MOST_OPTIONS:
            number = self._slot(UNKNOWN)
            return Symbol(("arg", number)), ("?", number)
        number = self._slot(value)
        pairs: list[tuple[Condition, Value]] = []
        keys: list[Hashable] = []
        for place, (_, option) in enumerate(value.options):
            inner, key = self._plain(option, hop)
            pairs.append((literal(("alt", number, place)), inner))
            keys.append(key)
        return choose(pairs), ("choice", number, tuple(keys))

    def _plain(self, value: Value, hop: Hop | None) -> Imported:
        match value:
            case Config(id):
                number = self._terms.get(id, -1)
                if number < 0:
                    number = self._slot(handed(value, hop) if hop is not None else value)
                    self._terms[id] = number
                return Config(("arg", number)), ("config", number)
            case Flag(name, _, known):
                number = self._slot(value)
                return Flag(name, ("arg", number), known), ("flag", name, known, number)
            case Const(inner) if inner is None or isinstance(inner, bool | str):
                return value, ("const", inner)
            case Missing() | Unknown(plain=True):
                return value, value
            case Symbol():
                return self._symbol(value)
            case ClassValue() | FunctionValue() | ExternalValue() | ModuleValue():
                return value, value
            case Method(function, inner):
                mine, key = self.value(inner)
                return Method(function, mine), ("method", function, key)
            case Super(cls, inner):
                mine, key = self.value(inner)
                return Super(cls, mine), ("super", cls, key)
            case Partial(function, arguments, site):
                return self._partial(function, arguments, site)
            case Ref(index):
                return self._object(index)
            case _:
                number = self._slot(UNKNOWN)
                return Symbol(("arg", number)), ("?", number)

    def _partial(self, function: Value, arguments: tuple[Passed, ...], site: Site) -> Imported:
        mine, key = self.value(function)
        passed: list[Passed] = []
        keys: list[Hashable] = [key]
        for argument in arguments:
            inner, inner_key = self.value(argument.value)
            passed.append(Passed(argument.name, argument.stars, inner, argument.site, argument.hop))
            keys.append((argument.name, argument.stars, argument.site, inner_key))
        return Partial(mine, tuple(passed), site), ("partial", tuple(keys))

    def _symbol(self, value: Symbol) -> Imported:
        number = self._terms.get(value.term, -1)
        fresh = number < 0
        if fresh:
            number = self._slot(value)
            self._terms[value.term] = number
        term: Term = ("arg", number)
        element = _rebased(value.element, value.term, term) if value.element is not None else None
        key: tuple[Hashable, ...] = ("symbol", number, value.cls, value.exact, element)
        if fresh:
            for owner, names in sorted(self.caller.overlays.items(), key=lambda pair: repr(pair[0])):
                below = _rebase(owner, value.term, term)
                if below is None:
                    continue
                mine = {}
                for name in sorted(names):
                    mine[name], inner_key = self.value(names[name])
                    key = (*key, below, name, inner_key)
                self.frame.overlays[below] = mine
        return Symbol(term, value.cls, value.exact, element), key

    def _object(self, index: int) -> Imported:
        if index in self._refs:
            return Ref(self._refs[index]), ("same", self._refs[index])
        made = self.caller.heap[index]
        mine = _emptied(made)
        key: tuple[Hashable, ...]
        if isinstance(made, Mapping):
            key = ("mapping", made.closed)
        elif isinstance(made, Sequence):
            key = ("sequence", made.kind, made.closed)
        else:
            key = ("instance", made.cls)
        ref = self.frame.add(mine)
        self._refs[index] = ref.index
        self.objects.append(index)
        assert len(self.objects) == ref.index + 1
        self._depth += 1
        if isinstance(made, Mapping) and isinstance(mine, Mapping):
            for name, value in made.entries.items():
                mine.entries[name], part = self.value(value)
                key = (*key, name, part)
            mine.rest, part = self.value(made.rest)
            key = (*key, part)
        elif isinstance(made, Sequence) and isinstance(mine, Sequence):
            for value in made.items[:64]:
                inner, part = self.value(value)
                mine.items.append(inner)
                key = (*key, part)
        elif isinstance(made, Instance) and isinstance(mine, Instance):
            for name, value in made.fields.items():
                seen = made.unset[name] if name in made.unset and value == Const(None) else value
                mine.fields[name], part = self.value(seen)
                key = (*key, name, part)
        self._depth -= 1
        return ref, key


class Exit:
    """Brings a result back: the callee's terms are replaced by what they stand for in the caller's frame."""

    def __init__(self, result: Result, slots: tuple[Value, ...], objects: tuple[int, ...], frame: Frame | None) -> None:
        self.result = result
        self.slots = slots
        self.objects = objects
        self.frame = frame
        self._made: dict[int, Ref] = {}

    def value(self, value: Value) -> Value:
        """A value in the caller's terms."""
        if isinstance(value, Choice):
            pairs: list[tuple[Condition, Value]] = []
            for condition, option in value.options:
                mine = self.condition(condition)
                if mine is not None:
                    pairs.append((mine, self._plain(option)))
            return choose(pairs) if pairs else UNKNOWN
        return self._plain(value)

    def _plain(self, value: Value) -> Value:
        match value:
            case Config(id, trace):
                return self._config(id, trace)
            case Flag(name, owner, known):
                slot = self._slot(owner)
                if isinstance(slot, Flag):
                    return slot
                return Flag(name, self.term(owner), known)
            case Symbol(term, cls, exact, element):
                slot = self._slot(term)
                if slot is not None:
                    return slot
                mine = self.term(term)
                return Symbol(mine, cls, exact, _rebased(element, term, mine) if element is not None else None)
            case Ref(index):
                return self._object(index)
            case Method(function, inner):
                return Method(function, self.value(inner))
            case Native(inner, name):
                return Native(self.value(inner), name)
            case Super(cls, inner):
                return Super(cls, self.value(inner))
            case Partial(function, arguments, site):
                passed = tuple(
                    Passed(each.name, each.stars, self.value(each.value), each.site, each.hop) for each in arguments
                )
                return Partial(self.value(function), passed, site)
            case Closure():
                return UNKNOWN
            case _:
                return value

    def _slot(self, term: Term) -> Value | None:
        if term[0] == "arg":
            number = term[1]
            assert isinstance(number, int)
            return self.slots[number]
        return None

    def _config(self, id: Term, trace: tuple[Hop, ...]) -> Value:
        slot = self._slot(id)
        if slot is None:
            return Config(self.term(id), trace)

        def one(option: Value) -> Value:
            if isinstance(option, Config):
                return Config(option.id, (*option.trace, *trace))
            if isinstance(option, Symbol):
                return Config(option.term, trace)
            return option

        if isinstance(slot, Choice):
            return choose([(condition, one(option)) for condition, option in slot.options])
        return one(slot)

    def term(self, term: Term) -> Term:
        """An identity in the caller's terms."""
        if term[0] == "arg":
            slot = self._slot(term)
            match slot:
                case Symbol(term=inner):
                    return inner
                case Config(id):
                    return id
                case Flag(owner=owner):
                    return owner
                case Ref(index):
                    return ("obj", index)
                case _:
                    return ("slot", term[1])
        if term[0] in ("field", "copy", "deepcopy"):
            return (term[0], self.term(_term(term[1])), *term[2:])
        if term[0] == "obj" and isinstance(term[1], int):
            made = self._object(term[1])
            return ("obj", made.index) if isinstance(made, Ref) else term
        return term

    def _object(self, index: int) -> Value:
        if index < 0:
            return Ref(index)
        if index < self.result.imported:
            return Ref(self.objects[index]) if index < len(self.objects) else Ref(index)
        if index in self._made:
            return self._made[index]
        if self.frame is None:
            return Ref(-1 - index)
        made = self.result.heap[index]
        mine = _emptied(made)
        ref = self.frame.add(mine)
        self._made[index] = ref
        if isinstance(made, Mapping) and isinstance(mine, Mapping):
            mine.entries = {name: self.value(value) for name, value in made.entries.items()}
            mine.rest = self.value(made.rest)
        elif isinstance(made, Sequence) and isinstance(mine, Sequence):
            mine.items = [self.value(item) for item in made.items]
        elif isinstance(made, Instance) and isinstance(mine, Instance):
            mine.fields = {name: self.value(value) for name, value in made.fields.items()}
            mine.items = [self.value(item) for item in made.items]
        return ref

    # --- conditions

    def condition(self, condition: Condition) -> Condition | None:
        """A condition in the caller's terms; None where it can't hold there."""
        if condition == TRUE:
            return condition
        out: Condition | None = TRUE
        for one in condition.literals:
            mine = self._literal(one)
            out = both(out, mine) if out is not None and mine is not None else None
            if out is None:
                return None
        for clause in condition.clauses:
            mine = self._clause(clause)
            out = both(out, mine) if out is not None and mine is not None else None
            if out is None:
                return None
        return out

    def _clause(self, clause: frozenset[Literal]) -> Condition | None:
        forbidden: Condition | None = TRUE
        for one in clause:
            mine = self._literal(one)
            forbidden = both(forbidden, mine) if mine is not None and forbidden is not None else None
            if forbidden is None:
                return TRUE
        if forbidden == TRUE:
            return None
        return negation(forbidden) if forbidden is not None else TRUE

    def _literal(self, one: Literal) -> Condition | None:
        atom, sign = one
        match atom[0]:
            case "none":
                return self._none(_term(atom[1]), sign)
            case "true":
                return self._true(_term(atom[1]), sign)
            case "flag":
                owner = _term(atom[2])
                slot = self._slot(owner)
                if isinstance(slot, Flag):
                    if slot.known is not None and slot.known is not sign:
                        return None
                    return literal(("flag", slot.name, slot.owner), sign)
                return literal(("flag", atom[1], self.term(owner)), sign)
            case "alt":
                number, place = atom[1:]
                assert isinstance(number, int) and isinstance(place, int)
                return self._alternative(number, place, sign)
            case "kind":
                return literal(("kind", self.term(_term(atom[1])), atom[2]), sign)
            case _:
                return Condition(frozenset({one}))

    def _none(self, term: Term, sign: bool) -> Condition | None:
        slot = self._slot(term)
        if slot is None:
            return literal(("none", self.term(term)), sign)
        return _verdict(slot, sign, _is_none)

    def _true(self, term: Term, sign: bool) -> Condition | None:
        slot = self._slot(term)
        if slot is None:
            return literal(("true", self.term(term)), sign)
        return _verdict(slot, sign, _is_true)

    def _alternative(self, number: int, place: int, sign: bool) -> Condition | None:
        slot = self.slots[number]
        if not isinstance(slot, Choice):
            return TRUE
        condition = slot.options[place][0]
        return condition if sign else negation(condition)


def _emptied(made: Object) -> Object:
    """An object of the same kind that holds nothing yet."""
    if isinstance(made, Mapping):
        return Mapping(closed=made.closed)
    if isinstance(made, Sequence):
        return Sequence(kind=made.kind, closed=made.closed)
    return Instance(
        made.cls,
        construction=made.construction,
        placed=made.placed,
        counted=made.counted,
        site=made.site,
        settled=made.settled,
        later=dict(made.later),
        told=made.told,
    )


def _term(part: Hashable) -> Term:
    """A part of an atom or a term that is a term itself."""
    assert isinstance(part, tuple)
    return part


class _Asked(NamedTuple):
    """A test on a slot's value that comes down to a literal; ``known`` where its outcome is known all the same."""

    atom: Atom
    sign: bool
    known: bool | None = None


_Judgement = bool | _Asked | None
"""What a test on a value comes to; None where it can't be told."""


def _verdict(slot: Value, sign: bool, judge: Callable[[Value], _Judgement]) -> Condition | None:
    """The condition that a test on a slot's value comes out as ``sign``."""
    yes: list[Condition] = []
    no: list[Condition] = []
    for condition, option in options(slot):
        verdict = judge(option)
        if isinstance(verdict, bool):
            (yes if verdict is sign else no).append(condition)
            continue
        if verdict is None:
            yes.append(condition)
            no.append(condition)
            continue
        for wanted, rows in ((sign, yes), (not sign, no)):
            if verdict.known is not None and verdict.known is not wanted:
                continue
            joined = both(condition, literal(verdict.atom, verdict.sign if wanted else not verdict.sign))
            if joined is not None:
                rows.append(joined)
    if not yes:
        return None
    if not no:
        return TRUE
    return yes[0] if len(yes) == 1 else forbid(no)


def _is_none(value: Value) -> _Judgement:
    match value:
        case Const(inner):
            return inner is None
        case Config(id):
            return _Asked(("none", id), True)
        case Symbol(term=term):
            return _Asked(("none", term), True)
        case Ref() | ClassValue() | FunctionValue() | Flag():
            return False
        case _:
            return None


def _is_true(value: Value) -> _Judgement:
    match value:
        case Const(inner):
            return bool(inner)
        case Config(id):
            return _Asked(("none", id), False)
        case Flag(name, owner, known):
            return _Asked(("flag", name, owner), True, known)
        case Symbol(term=term, cls=None):
            return _Asked(("true", term), True)
        case _:
            return None


def _rebase(term: Term, old: Term, new: Term) -> Term | None:
    """The term with ``old`` at its root replaced by ``new``; None where it is not rooted there."""
    if term == old:
        return new
    if term and term[0] in ("field", "copy", "deepcopy") and isinstance(term[1], tuple):
        inner = _rebase(term[1], old, new)
        return (term[0], inner, *term[2:]) if inner is not None else None
    return None


def _rebased(value: Value, old: Term, new: Term) -> Value:
    """The value with ``old`` replaced by ``new`` at the root of all its terms."""
    match value:
        case Symbol(term, cls, exact, element):
            inner = _rebased(element, old, new) if element is not None else None
            return Symbol(_rebase(term, old, new) or term, cls, exact, inner)
        case Config(id, trace):
            return Config(_rebase(id, old, new) or id, trace)
        case Choice(pairs):
            return Choice(
                tuple(
                    (_rebased_condition(condition, old, new), _rebased(option, old, new)) for condition, option in pairs
                )
            )
        case _:
            return value


def _rebased_condition(condition: Condition, old: Term, new: Term) -> Condition:
    literals: set[Literal] = set()
    for atom, sign in condition.literals:
        if len(atom) > 1 and isinstance(atom[1], tuple):
            atom = (atom[0], _rebase(atom[1], old, new) or atom[1], *atom[2:])
        literals.add((atom, sign))
    return Condition(frozenset(literals), condition.clauses)
