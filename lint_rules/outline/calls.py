"""Calls: what makes a module, what puts one somewhere, what joins a name, and what runs in the project's own text."""

from __future__ import annotations

from collections.abc import Sequence as Row

from lint_rules.outline.attributes import ITSELF
from lint_rules.outline.core import Core
from lint_rules.outline.expressions import interesting
from lint_rules.outline.placing import place, placed
from lint_rules.outline.pristine import FIXED
from lint_rules.outline.remembering import DEEPEST
from lint_rules.outline.scope import Scope
from lint_rules.outline.texts import Text, from_template, literal
from lint_rules.outline.values import (
    UNKNOWN,
    ClassRef,
    Closure,
    Const,
    FunctionRef,
    Index,
    Mapping,
    Native,
    Object,
    Outer,
    Partial,
    Passed,
    Quant,
    Sequence,
    SuperRef,
    Symbol,
    Value,
    choice,
    options,
)
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo

_COUNTERS = frozenset({"range", "len", "int", "index", "count"})
_PASSING = frozenset({"list", "tuple", "reversed", "sorted", "iter", "set", "ModuleList", "Sequential", "OrderedDict"})
_DICTS = frozenset({"dict", "OrderedDict", "ModuleDict"})
_ADDING = frozenset({"append", "add_module", "register_module", "insert", "extend"})


class Calls(Core):
    """The part of the drawer that evaluates calls."""

    def arguments(self, call: facts.Call, scope: Scope) -> list[Passed]:
        """The arguments of a call."""
        out: list[Passed] = []
        for argument in call.arguments:
            value = self.evaluate(argument.value, scope)
            if argument.stars == 2:
                # The dict may be changed later; what counts is what it holds now.
                value = choice(e.copied() if isinstance(e, Mapping) else e for e in options(value))
            line, column = argument.line, argument.column
            out.append(Passed(argument.name, argument.stars, value, Site(scope.module.path, line, column)))
        return out

    def call(self, callee: Value, arguments: Row[Passed], scope: Scope, site: Site) -> Value:
        """What a call returns."""
        match callee:
            case ClassRef(cls):
                return self._class(cls, arguments, scope, site)
            case FunctionRef(function, self_value):
                helped = self._helper(function.facts.name, function.facts.parameters, arguments)
                if helped is not None:
                    return helped
                if function.owner is not None and function.facts.name == "__init__":
                    by_name = self_value is None and bool(arguments)
                    maker = arguments[0].value if by_name else self_value
                    self.note_base(function.owner, maker, arguments[1:] if by_name else arguments, scope, site)
                return self.inline(function, self_value, arguments, site)
            case Closure():
                return self._closure(callee, arguments)
            case Partial(function, given):
                return self.call(function, [*given, *arguments], scope, site)
            case Native(owner, name):
                return self._native(owner, name, arguments, scope)
            case Outer(name):
                return self._outer(name, arguments, scope, site)
            case Quant():
                return callee
            case Object():
                # A module that is called computes something; what it is given may be handed back.
                return UNKNOWN
            case _:
                return self._unknown(arguments, scope)

    # --- what the project's own text does

    def _closure(self, closure: Closure, arguments: Row[Passed]) -> Value:
        outer = closure.scope
        # Lines would do for functions, but several lambdas may stand on one.
        key = (outer.module.key, closure.line, id(closure.body) if not isinstance(closure.body, tuple) else 0)
        self.deepest = max(self.deepest, self.depth)
        if self.depth > DEEPEST or self.steps > self.most or self.running.get(key, 0) > 1:
            self.tied += 1
            return UNKNOWN
        self.tied += key in self.running
        inner = Scope(outer.module, outer.label, outer.function, outer, outer.owner, outer.self, at_root=outer.at_root)
        inner.narrowed = outer.narrowed
        inner.names.update(self.bind(closure.parameters, arguments, outer))
        self.depth += 1
        self.running[key] = self.running.get(key, 0) + 1
        try:
            if not isinstance(closure.body, tuple):
                return self.evaluate(closure.body, inner)
            self.run(closure.body, inner)
            return choice(inner.returns) if inner.returns else UNKNOWN
        finally:
            self.depth -= 1
            self.running[key] -= 1

    def _helper(self, name: str, parameters: Row[facts.Parameter], arguments: Row[Passed]) -> Value | None:
        """The name that a helper of the manifest joins; None where it is none."""
        template = self.helpers.get(name)
        if template is None:
            return None
        order = [parameter.name for parameter in parameters]
        rows: dict[int, list[Text]] = {}
        for number, argument in enumerate(arguments):
            at = order.index(argument.name) if argument.name in order else number
            if argument.stars:
                return UNKNOWN
            rows[at] = self.texts(argument.value)
        found: list[Value] = []
        for first in rows.get(0, []):
            for second in rows.get(1, []):
                found.append(from_template(template, [first, second]))
        return choice(found)

    # --- classes

    def _class(self, cls: ClassInfo | str, arguments: Row[Passed], scope: Scope, site: Site) -> Value:
        if cls == "torch.nn.Module":
            # Nothing but a place for others.
            return Object(cls)
        if isinstance(cls, str):
            last = cls.rpartition(".")[2]
            if cls.startswith("builtins.") or last in _DICTS | _PASSING | {"partial"} or not self.is_part(cls):
                return self._outer(cls, arguments, scope, site)
        return self.make(cls, arguments, scope, site)

    # --- what comes from outside

    def _outer(self, full: str, arguments: Row[Passed], scope: Scope, site: Site) -> Value:
        name = full.rpartition(".")[2]
        helped = self._helper(name, (), arguments)
        if helped is not None:
            return helped
        values = [argument.value for argument in arguments if not argument.stars]
        first = values[0] if values else UNKNOWN
        match name:
            case "super":
                return self._super(values, scope)
            case "__init__" if full.startswith("super."):
                self.note_base(None, scope.self, arguments, scope, site)
                return UNKNOWN
            case "partial" if values:
                return choice(Partial(each, tuple(arguments[1:])) for each in options(first))
            case "getattr" if len(values) > 1:
                return self._getattr(first, values[1], values[2:], scope)
            case "setattr" if len(values) > 2:
                for text in self.texts(values[1]):
                    for owner in options(first):
                        self.set_attribute(owner, _key(text), values[2])
                return UNKNOWN
            case "str":
                return choice(self.texts(first)) if values else literal("")
            case "enumerate":
                start = next((each.value for each in arguments[1:] if each.name in (None, "start")), Const(0))
                count = Index(start.value if isinstance(start, Const) and isinstance(start.value, int) else None)
                pairs: list[Value] = [placed(Sequence([count, each])) for each in self.elements(first)]
                return Sequence(pairs, counted=False)
            case "zip":
                return self._zip(values)
            case "type" if len(values) == 1:
                return choice(ClassRef(e.cls) for e in options(first) if isinstance(e, Object | Symbol) and e.cls)
            case "cast" if len(values) == 2:
                return values[1]
            case "next" if any(isinstance(each, Sequence) for each in options(first)):
                return choice(self.elements(first))
            case "range" if len(values) == 2 and isinstance(values[0], Const) and isinstance(values[0].value, int):
                return Index(values[0].value)
            case "range" if len(values) > 2:
                return Index(None)
            case _ if name in _COUNTERS:
                return Index()
            case _ if name in _DICTS:
                return self._dictionary(arguments, name)
            case _ if name in _PASSING:
                return self._collected(name, arguments)
            case _:
                return self._unknown(arguments, scope)

    def _super(self, values: Row[Value], scope: Scope) -> Value:
        if len(values) == 2 and isinstance(values[0], ClassRef) and isinstance(values[0].cls, ClassInfo):
            return SuperRef(values[0].cls, values[1])
        here: Scope | None = scope
        while here is not None and here.self is None:
            here = here.parent
        return SuperRef(here.owner, here.self) if here and here.owner and here.self else UNKNOWN

    def _getattr(self, owner: Value, name: Value, rest: Row[Value], scope: Scope) -> Value:
        found: list[Value] = []
        for text in self.texts(name):
            plain = text.literal
            found.append(self.attribute(owner, plain, scope) if plain else UNKNOWN)
        return choice([*found, *rest])

    def _zip(self, values: Row[Value]) -> Value:
        rows = [self.elements(value) for value in values]
        turns = max((len(row) for row in rows), default=0)
        made: list[Value] = []
        for turn in range(turns):
            made.append(placed(Sequence([row[turn] if turn < len(row) else row[-1] for row in rows])))
        return Sequence(made, counted=False)

    def _dictionary(self, arguments: Row[Passed], name: str) -> Value:
        made = Mapping()
        for argument in arguments:
            if argument.name is not None:
                self.put_named(made, argument.name, argument.value)
                continue
            for option in options(argument.value):
                if isinstance(option, Mapping):
                    made.entries.update(option.entries)
                    made.closed &= option.closed
                    made.own = made.own or option.own
                elif isinstance(option, Sequence):
                    self._pairs(made, option)
                else:
                    made.closed = False
        return placed(made)

    def _pairs(self, made: Mapping, pairs: Sequence) -> None:
        """``[("fc1", Linear(...)), ("act", GELU())]``"""
        for each in pairs.items:
            for pair in options(each):
                if isinstance(pair, Sequence) and len(pair.items) == 2:
                    for text in self.texts(pair.items[0]):
                        self.put_named(made, _key(text), pair.items[1])

    def put_named(self, made: Mapping, key: str, value: Value) -> None:
        """Put something under a key that is known."""
        made.entries[key] = value
        place(value, made, key)

    def _collected(self, name: str, arguments: Row[Passed]) -> Value:
        """A list, or a container of modules, out of its arguments."""
        values: list[Value] = []
        counted = True
        for argument in arguments:
            if argument.stars == 1:
                inner = [option for option in options(argument.value) if isinstance(option, Sequence)]
                values += inner[0].items if inner else []
                counted &= bool(inner) and inner[0].counted
            elif argument.stars == 0:
                values.append(argument.value)
        if name == "Sequential" and not (len(values) == 1 and isinstance(values[0], Mapping)):
            return placed(Sequence(values, counted=counted))
        if not values:
            return Sequence()
        held = [each for each in options(values[0]) if isinstance(each, Sequence | Mapping)]
        return choice(held) if held else values[0]

    def _unknown(self, arguments: Row[Passed], scope: Scope) -> Value:
        """A call of something that is not in view: functions that it is given may be called; modules come back."""
        back: list[Value] = []
        for argument in arguments:
            for option in options(argument.value):
                if isinstance(option, Closure):
                    made = self._closure(option, [])
                    if any(isinstance(each, Object) for each in options(made)):
                        back.append(placed(Sequence([made], counted=False)))
                elif isinstance(option, Object | Sequence | Mapping):
                    back.append(option)
        return choice(back) if back else UNKNOWN

    # --- methods of what the evaluator knows

    def _native(self, owner: Value, name: str, arguments: Row[Passed], scope: Scope) -> Value:
        values = [argument.value for argument in arguments if not argument.stars]
        if isinstance(owner, Text):
            return self.text_method(owner, name, arguments)
        if isinstance(owner, Mapping):
            if name in ("pop", "setdefault", "update"):
                self.touch(owner)
            return self._dict_method(owner, name, arguments)
        if isinstance(owner, Object | Sequence) and name in _ADDING and values:
            return self._added(owner, name, values)
        if isinstance(owner, Object) and name in ITSELF:
            return owner
        if isinstance(owner, Sequence):
            return owner if name in ITSELF or name in ("copy", "__iter__") else UNKNOWN
        return UNKNOWN

    def _added(self, owner: Object | Sequence, name: str, values: Row[Value]) -> Value:
        self.touch(owner)
        if name in ("add_module", "register_module") and len(values) > 1:
            for text in self.texts(values[0]):
                if isinstance(owner, Object):
                    self.set_attribute(owner, _key(text), values[1])
                else:
                    owner.items.append(values[1])
                    place(values[1], owner, _key(text))
            return UNKNOWN
        if not isinstance(owner, Sequence):
            return UNKNOWN
        new = list(values[-1:])
        if name == "extend":
            new = self.elements(values[0])
            owner.counted = False
        if self.loops or self.forks or name == "insert":
            if owner.counted:
                owner.looped = not owner.items and self.loops > 0 and name == "append"
            owner.counted = False
        for value in new:
            owner.items.append(value)
            place(value, owner, owner.key(len(owner.items) - 1))
        return UNKNOWN

    def _dict_method(self, owner: Mapping, name: str, arguments: Row[Passed]) -> Value:
        values = [argument.value for argument in arguments if not argument.stars and argument.name is None]
        match name:
            case "get" | "pop" | "setdefault" if values:
                plain = values[0].literal if isinstance(values[0], Text) else None
                if plain is None:
                    return choice([*owner.entries.values(), *values[1:]])
                known = plain in owner.entries
                value = owner.entries.get(plain, owner.own(plain) if owner.own else owner.rest)
                if name == "pop" and not self.forks:
                    owner.entries.pop(plain, None)
                if name == "setdefault" and not known and len(values) > 1:
                    self.put_named(owner, plain, values[1])
                if known or owner.own is not None:
                    return value
                return choice([value, *values[1:]])
            case "update":
                added = self._dictionary(arguments, name)
                if isinstance(added, Mapping):
                    for key, value in added.entries.items():
                        self.put_named(owner, key, value)
                    owner.closed &= added.closed
                return UNKNOWN
            case "items":
                pairs: list[Value] = [placed(Sequence([literal(k), v])) for k, v in owner.entries.items()]
                return Sequence(pairs, counted=False)
            case "values":
                return Sequence(list(owner.entries.values()), counted=False)
            case "keys":
                return Sequence([literal(key) for key in owner.entries], counted=False)
            case "copy":
                return placed(owner.copied())
            case _:
                return UNKNOWN


def _key(text: Text) -> str:
    """A name under which a module is put, with ``*`` for what a loop counts or nobody can tell."""
    components = text.components()
    return ".".join(part.text for part in components).replace("?", "*") if components else "*"


def is_given(arguments: Row[Passed]) -> bool:
    """Whether any argument can make a difference to an outline."""
    return any(interesting(argument.value) for argument in arguments)


def is_fixed(owner: Value | None, arguments: Row[Passed]) -> bool:
    """Whether nothing that a function is given can change, or be changed by it."""
    given = [argument.value for argument in arguments]
    return all(isinstance(each, FIXED) for value in (owner or UNKNOWN, *given) for each in options(value))
