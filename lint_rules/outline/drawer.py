"""Draws outlines: the constructor of a class is run for what it builds, once for each kind of arguments that matters."""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Sequence as Row
from typing import NamedTuple

from msgspec.structs import replace

from lint_rules.blueprint.building import may_build
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.attributes import Attributes
from lint_rules.outline.calls import Calls, is_fixed, is_given
from lint_rules.outline.expressions import Expressions
from lint_rules.outline.placing import placed
from lint_rules.outline.remembering import DEEPEST, ENOUGH, MOST_STEPS, Remembering
from lint_rules.outline.scope import Scope
from lint_rules.outline.statements import Statements
from lint_rules.outline.strings import Strings
from lint_rules.outline.texts import PREFIX, Text, hole, missing
from lint_rules.outline.values import (
    UNKNOWN,
    Call,
    ClassRef,
    Closure,
    Mapping,
    Object,
    Passed,
    Quant,
    Sequence,
    Symbol,
    Value,
    choice,
    options,
)
from lint_rules.project import facts
from lint_rules.project.looks import speaks
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, Project

_SMALL = 40
"""A function of so few lines is looked into even where it is given nothing: it may return a class."""

Variant = tuple[tuple[str, Value], ...]
"""Arguments that decide what a class builds: classes, functions, and configs under names of their own."""


class Outline(NamedTuple):
    """What one class builds, in terms of its own parameters."""

    cls: ClassInfo
    variant: Variant
    calls: tuple[Call, ...]
    itself: Object


class Drawer(Remembering, Expressions, Strings, Statements, Attributes, Calls):
    """Draws outlines of the classes of a project."""

    def __init__(self, project: Project, vocabulary: Vocabulary) -> None:
        self.project = project
        self.vocabulary = vocabulary
        self.prefix = vocabulary.manifest.layers.prefix or "prefix"
        self.helpers = dict(vocabulary.manifest.layers.helpers)
        self.calls: list[Call] = []
        self.forks = self.loops = self.depth = self.deepest = self.longest = self.steps = self.tied = 0
        self.most = MOST_STEPS
        self.inlined = set()
        self.running = {}
        self._lasting = {}
        self._here, self._shared, self._borrowed, self._touched = {}, {}, set(), set()
        self._parts: dict[ClassInfo | str, bool] = {}
        self._itself: Object | None = None

    # --- whole outlines

    def draw(self, cls: ClassInfo, variant: Variant = ()) -> Outline:
        """Run the constructor of a class, and the other methods that build something."""
        itself = Object(cls)
        self._begin(itself)
        init = cls.method("__init__")
        if init is not None:
            scope = self._scope(init, itself)
            self._entry(init, scope, dict(variant))
            self.running[init] = 1
            self.run(init.module.source.body(init.facts), scope)
            self.running.pop(init)
            self.inlined.add(init)
            self._others(cls, itself, init)
        return Outline(cls, variant, tuple(self.calls), itself)

    def _begin(self, itself: Object) -> None:
        self.calls = []
        self.forks = self.loops = self.depth = self.deepest = self.longest = self.steps = self.tied = 0
        self.forget()
        self.most = MOST_STEPS
        self.running = {}
        self.inlined = set()
        self._itself = itself

    def _scope(self, function: FunctionInfo, self_value: Value | None) -> Scope:
        scope = Scope(function.module, function.label, function, owner=function.owner, self=self_value)
        parameters = function.facts.parameters
        if self_value is not None and parameters and not function.decorated("staticmethod"):
            scope.names[parameters[0].name] = self_value
        return scope

    def _entry(self, function: FunctionInfo, scope: Scope, given: dict[str, Value]) -> None:
        """Bind the parameters of an entry to what they stand for."""
        outer = Scope(function.module, function.label, owner=function.owner)
        for parameter in function.facts.parameters:
            if parameter.name in scope.names:
                continue
            if parameter.kind == "**":
                scope.names[parameter.name] = Mapping(closed=False, own=self._own)
            elif parameter.name == self.prefix:
                scope.names[parameter.name] = hole(PREFIX)
            else:
                scope.names[parameter.name] = given.get(parameter.name) or self.symbolic(parameter, outer)

    def _own(self, name: str) -> Value:
        """What the builder's own ``**kwargs`` may hold under a name."""
        if name == self.prefix:
            return hole(PREFIX)
        return Quant(frozenset({name})) if name in self.vocabulary.names else UNKNOWN

    def _others(self, cls: ClassInfo, itself: Object, init: FunctionInfo) -> None:
        """Methods that build something and that the constructor does not call: someone else calls them."""
        done: set[str] = set()
        for klass in cls.mro:
            for name, method in klass.methods.items():
                if name in done or name.startswith("__") or not may_build(name):
                    continue
                done.add(name)
                if method in self.inlined or method.decorated("property", "staticmethod", "classmethod"):
                    continue
                if method.module.source.ask_of(method.facts, speaks, *sorted(self.vocabulary.names)):
                    scope = self._scope(method, itself)
                    self._entry(method, scope, {})
                    self.run(method.module.source.body(method.facts), scope)

    # --- functions

    def inline(self, function: FunctionInfo, self_value: Value | None, arguments: Row[Passed], site: Site) -> Value:
        """What a function of the project returns, its statements run here."""
        self.deepest = max(self.deepest, self.depth)
        if self.depth > DEEPEST or self.steps > self.most or self.running.get(function, 0) > 1:
            self.tied += 1
            return UNKNOWN
        self.tied += function in self.running
        key: Hashable = None
        if not isinstance(self_value, Object | Symbol | ClassRef) and not is_given(arguments):
            if function.owner is not None or function.module.source.exceeds(function.facts, _SMALL):
                return UNKNOWN
            key = function
        elif self.depth < DEEPEST // 2 and function not in self.running and is_fixed(self_value, arguments):
            key = (function, self_value, *map(_told, arguments))
        if key is None:
            return self._inlined(function, self_value, arguments, site)
        found = self.recalled(key)
        if found is not None:
            return found
        value, lasting = self.apart(lambda: self._inlined(function, self_value, arguments, site))
        if not any(isinstance(each, Object | Sequence | Mapping | Closure) for each in options(value)):
            # What it makes is another object for each call.
            self.keep(key, value, lasting)
        return value

    def _inlined(self, function: FunctionInfo, self_value: Value | None, arguments: Row[Passed], site: Site) -> Value:
        most, begun = self.most, self.steps
        self.most = min(most, begun + max((most - begun) // 2, ENOUGH))
        value = self._run(function, self_value, arguments, site)
        self.most = most
        self.longest = max(self.longest, self.steps - begun)
        return value

    def _run(self, function: FunctionInfo, self_value: Value | None, arguments: Row[Passed], site: Site) -> Value:
        scope = self._scope(function, self_value)
        parameters = function.facts.parameters
        if self_value is None and function.owner is not None and arguments and isinstance(arguments[0].value, Object):
            # `Base.__init__(self, ...)`
            scope.self = arguments[0].value
        if self_value is not None and not function.decorated("staticmethod"):
            parameters = parameters[1:]
        outer = Scope(function.module, function.label, owner=function.owner)
        scope.names.update(self.bind(parameters, arguments, outer))
        left_out = scope.names.get(self.prefix)
        if isinstance(left_out, Text) and not left_out.pieces and self.prefix not in self.given(parameters, arguments):
            scope.names[self.prefix] = missing(site)
            # Where it is called is no part of what it is given.
            self.tied += 1
        self.running[function] = self.running.get(function, 0) + 1
        self.inlined.add(function)
        self.depth += 1
        self.run(function.module.source.body(function.facts), scope)
        self.depth -= 1
        self.running[function] -= 1
        if not self.running[function]:
            del self.running[function]
        return choice(scope.returns) if scope.returns else UNKNOWN

    def bind(self, parameters: Row[facts.Parameter], arguments: Row[Passed], scope: Scope) -> dict[str, Value]:
        """Parameters and what a call gives them; defaults are evaluated in ``scope``."""
        given = self.given(parameters, arguments)
        hidden = any(
            isinstance(e, Mapping) and not e.closed for a in arguments if a.stars == 2 for e in options(a.value)
        )
        names: dict[str, Value] = {}
        for parameter in parameters:
            found = given.get(parameter.name)
            if found is not None:
                value = found.value
                if parameter.name == self.prefix:
                    value = choice(
                        each.brought_by(found.site) if isinstance(each, Text) else each for each in options(value)
                    )
                names[parameter.name] = value
            elif parameter.kind == "**":
                names[parameter.name] = self._rest(parameters, arguments)
            elif parameter.kind == "*":
                names[parameter.name] = UNKNOWN
            elif hidden and parameter.name != self.prefix:
                # A splat may bring it.
                names[parameter.name] = self.symbolic(parameter, scope)
            elif parameter.default is not None:
                names[parameter.name] = self.evaluate(parameter.default, scope)
            else:
                names[parameter.name] = UNKNOWN
        return names

    def given(self, parameters: Row[facts.Parameter], arguments: Row[Passed]) -> dict[str, Passed]:
        """The argument that each parameter takes; those that a splat may bring are looked up in it."""
        positional = [each.name for each in parameters if each.kind in ("/", "")]
        named = {each.name for each in parameters if each.kind in ("", "k")}
        out: dict[str, Passed] = {}
        at = 0
        lost = False
        for argument in arguments:
            if argument.stars == 1:
                held = [each for each in options(argument.value) if isinstance(each, Sequence) and each.counted]
                for item in held[0].items if held else ():
                    if at < len(positional):
                        out[positional[at]] = replace(argument, value=item)
                        at += 1
                lost |= not held
            elif argument.stars == 2:
                for mapping in options(argument.value):
                    if isinstance(mapping, Mapping):
                        self._splat(mapping, argument, named, out)
            elif argument.name is not None:
                if argument.name in named:
                    out[argument.name] = argument
            elif not lost and at < len(positional):
                out[positional[at]] = argument
                at += 1
        return out

    def _splat(self, mapping: Mapping, argument: Passed, named: set[str], out: dict[str, Passed]) -> None:
        for name in named - set(out):
            if name in mapping.entries:
                out[name] = replace(argument, value=mapping.entries[name])
            elif mapping.own is not None and (name == self.prefix or name in self.vocabulary.names):
                out[name] = replace(argument, value=mapping.own(name))

    def _rest(self, parameters: Row[facts.Parameter], arguments: Row[Passed]) -> Mapping:
        """What a ``**kwargs`` parameter collects."""
        taken = {each.name for each in parameters if each.kind in ("", "k")}
        made = Mapping()
        for argument in arguments:
            if argument.name is not None and argument.name not in taken:
                made.entries[argument.name] = argument.value
            elif argument.stars == 2:
                for mapping in options(argument.value):
                    if isinstance(mapping, Mapping):
                        made.entries.update((k, v) for k, v in mapping.entries.items() if k not in taken)
                        made.closed &= mapping.closed
                        made.own = made.own or mapping.own
                    else:
                        made.closed = False
        return placed(made)

    # --- objects

    def is_part(self, cls: ClassInfo | str) -> bool:
        """Whether a class's objects are modules."""
        if cls not in self._parts:
            self._parts[cls] = self._is_part(cls)
        return self._parts[cls]

    def _is_part(self, cls: ClassInfo | str) -> bool:
        if self.vocabulary.is_named_layer(cls):
            return True
        if isinstance(cls, str):
            return cls.startswith("torch.nn.") and cls.rpartition(".")[2] not in ("Parameter", "Buffer", "Module")
        if cls.is_module:
            return True
        # A base that is not in view may be a module; of a class that takes a name or a config it surely is one.
        init = cls.method("__init__")
        telling = {self.prefix, *self.vocabulary.names}
        takes = init is not None and any(each.name in telling for each in init.facts.parameters)
        return takes and any(name.rpartition(".")[2] not in _PLAIN_BASES for name in cls.outside)

    def make(self, cls: ClassInfo | str, arguments: Row[Passed], scope: Scope, site: Site) -> Object:
        """A new object of a class."""
        made = Object(cls)
        if self.is_part(cls):
            made.part = Call(cls, tuple(arguments), site, scope.label, self.own_prefix(scope), result=made)
            self.calls.append(made.part)
            return made
        if isinstance(cls, ClassInfo) and self.depth <= DEEPEST and is_given(arguments):
            init = cls.method("__init__")
            if init is not None:
                self.inline(init, made, arguments, site)
            elif cls.is_record:
                names = cls.positional_fields
                for number, argument in enumerate(arguments):
                    name = argument.name or (names[number] if number < len(names) and not argument.stars else None)
                    if name is not None:
                        made.attributes[name] = argument.value
        return made

    def note_base(
        self, base: ClassInfo | None, self_value: Value | None, arguments: Row[Passed], scope: Scope, site: Site
    ) -> None:
        """Note that a layer's constructor hands its arguments up; None for a base that is not in view."""
        itself = self._itself
        if itself is None or self_value is not itself or itself.cls is None or isinstance(itself.cls, str):
            return
        if self.vocabulary.is_named_layer(itself.cls) and scope.owner is itself.cls:
            outside = [name for name in itself.cls.outside if self.vocabulary.is_named_layer(name)]
            callee = base or (outside[0] if outside else None)
            if callee is not None and self.vocabulary.is_named_layer(callee):
                own = self.own_prefix(scope)
                self.calls.append(Call(callee, tuple(arguments), site, scope.label, own, True, itself))

    def own_prefix(self, scope: Scope) -> str | None:
        """How the builder's own prefix can be written in a scope."""
        here: Scope | None = scope
        while here is not None:
            for name, value in here.names.items():
                if isinstance(value, Text) and value.is_own:
                    return name
            here = here.parent
        if isinstance(scope.self, Object):
            for name, value in scope.self.attributes.items():
                if isinstance(value, Text) and value.is_own:
                    return f"self.{name}"
        return None


def _told(argument: Passed) -> Hashable:
    """An argument, with its place where that says who brought a text in."""
    texts = (each for each in options(argument.value) if isinstance(each, Text))
    site = argument.site if any(each.brought_by(argument.site) is not each for each in texts) else None
    return argument.name, argument.stars, argument.value, site


_PLAIN_BASES = frozenset(
    {
        "ABC",
        "BaseModel",
        "Enum",
        "Exception",
        "Generic",
        "IntEnum",
        "NamedTuple",
        "Protocol",
        "StrEnum",
        "Thread",
        "TypedDict",
        "dict",
        "list",
        "object",
        "str",
        "tuple",
    }
)
