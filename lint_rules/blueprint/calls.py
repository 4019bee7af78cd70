"""Calls: how arguments are bound, and what a call's result is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lint_rules.blueprint.conditions import TRUE, Condition, both, literal
from lint_rules.blueprint.core import Bound, Core
from lint_rules.blueprint.frame import Construction, Given, Instance, Mapping, Object, Scope, weighs
from lint_rules.blueprint.frame import Sequence as Items
from lint_rules.blueprint.values import (
    MISSING,
    NONE,
    PLAIN,
    UNKNOWN,
    Choice,
    ClassValue,
    Closure,
    Config,
    Const,
    ExternalValue,
    FunctionValue,
    Hop,
    Method,
    Missing,
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
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, Field, FunctionInfo, ModuleInfo, is_module_name

_DEPTH = 48
"""How deep calls are followed."""
_AGAIN = 2
"""How often one function may be met again on its own path, inside one frame."""


class Calls(Core):
    """Follows calls: into functions, constructors, closures, partials."""

    local_scopes: dict[ClassInfo, Scope]
    depth: int
    stack: dict[object, int]
    loose_closures: dict[Closure, None]

    # --- arguments

    def call_expression(self, call: facts.Call, scope: Scope) -> Value:
        """The value of a call in the text."""
        site = self.site(scope, call.line, call.column)
        if isinstance(call.function, facts.Name) and call.function.id == "super" and scope.find("super") is None:
            return self._super(call, scope)
        function = self.evaluate(call.function, scope)
        arguments = self.arguments(call, scope)
        if scope.condition is None:
            return UNKNOWN
        return self.call(function, arguments, scope, site)

    def _super(self, call: facts.Call, scope: Scope) -> Value:
        if len(call.arguments) == 2:
            cls = self.evaluate(call.arguments[0].value, scope)
            value = self.evaluate(call.arguments[1].value, scope)
            return Super(cls.cls, value) if isinstance(cls, ClassValue) else UNKNOWN
        if scope.owner is None or scope.self_value is None:
            return UNKNOWN
        return Super(scope.owner, scope.self_value)

    def arguments(self, call: facts.Call, scope: Scope) -> list[Passed]:
        """The arguments of a call, evaluated in the order of the text."""
        where = self.site(scope, call.line, call.column)
        out = []
        for argument in call.arguments:
            value = self.evaluate(argument.value, scope)
            site = self.site(scope, argument.line, argument.column)
            hop = Hop("argument", site, where, scope.label, scope.identity, argument.stars > 0)
            out.append(Passed(argument.name, argument.stars, value, site, hop))
        return out

    def spread(self, arguments: Sequence[Passed], scope: Scope) -> tuple[list[Passed], list[Passed], bool]:
        """Positional and keyword arguments with their splats laid out; whether an unknown splat may hold more."""
        positional: list[Passed] = []
        keywords: list[Passed] = []
        more = False
        for passed in arguments:
            if passed.stars == 1:
                items, closed = self.iterate(passed.value, scope)
                more = more or not closed
                if closed or any(not isinstance(item, Unknown | Symbol) for item in items):
                    positional += [Passed(None, 0, item, passed.site, passed.hop) for item in items]
            elif passed.stars == 2:
                more = self._spread_mapping(passed, keywords, scope) or more
            elif passed.name is None:
                positional.append(passed)
            else:
                keywords.append(passed)
        return positional, keywords, more

    def _spread_mapping(self, passed: Passed, keywords: list[Passed], scope: Scope) -> bool:
        """Lay out a ``**`` splat. Where a key is not there, the parameter has its default: see ``with_default``."""
        more = False
        entries: dict[str, list[tuple[Condition, Value]]] = {}
        choices = [(c, v, self.as_mapping(v, scope)) for c, v in options(passed.value, scope.known)]
        for _, option, mapping in choices:
            more = more or (not isinstance(option, Missing) and (mapping is None or not mapping.closed))
            entries.update((name, []) for name in (mapping.entries if mapping is not None else ()))
        for name, pairs in entries.items():
            for condition, _, mapping in choices:
                pairs += options(mapping.entries.get(name, MISSING) if mapping is not None else MISSING, condition)
            if any(not isinstance(value, Missing) for _, value in pairs):
                keywords.append(Passed(name, 0, choose(pairs, scope.known), passed.site, passed.hop))
        return more

    def bind(
        self, parameters: Sequence[facts.Parameter], arguments: Sequence[Passed], module: ModuleInfo, scope: Scope
    ) -> tuple[Bound, list[Given]]:
        """Which parameter takes which argument; and all arguments with the parameter that took them."""
        positional, keywords, more = self.spread(arguments, scope)
        bound: Bound = {}
        given: list[Given] = []
        rest: list[Value] = []
        extra = Mapping(born=scope.known, closed=not more)
        takers = [p for p in parameters if p.kind in ("/", "")]
        for number, passed in enumerate(positional):
            if number < len(takers):
                parameter = takers[number]
                value = self.promoted(parameter, passed, module)
                bound[parameter.name] = (value, passed.hop)
                given.append(Given(parameter.name, value, passed.hop))
            else:
                rest.append(passed.value)
                given.append(Given(None, passed.value, passed.hop))
        named = {p.name: p for p in parameters if p.kind in ("", "k")}
        for passed in keywords:
            name = passed.name or ""
            parameter_of = named.get(name)
            value = self.promoted(parameter_of or name, passed, module)
            if parameter_of is not None:
                bound[name] = (value, passed.hop)
            else:
                extra.entries[name] = handed(value, passed.hop)
            given = [each for each in given if each.parameter != name]
            given.append(Given(name, value, passed.hop))
        self._bind_rest(parameters, bound, rest, extra, scope)
        return bound, given

    def _bind_rest(
        self,
        parameters: Sequence[facts.Parameter],
        bound: Bound,
        rest: list[Value],
        extra: Mapping,
        scope: Scope,
    ) -> None:
        for parameter in parameters:
            if parameter.kind == "*":
                bound[parameter.name] = (scope.frame.add(Items(rest, "tuple", True, scope.known)), None)
            elif parameter.kind == "**":
                bound[parameter.name] = (scope.frame.add(extra), None)

    def promoted(self, parameter: facts.Parameter | str, passed: Passed, module: ModuleInfo) -> Value:
        """The argument's value; where the parameter carries configs, what can't be told is one."""
        name = parameter if isinstance(parameter, str) else parameter.name
        if name not in self.vocabulary.names and not (
            isinstance(parameter, facts.Parameter) and self.is_config_parameter(parameter, module)
        ):
            return passed.value

        def as_config(option: Value) -> Value:
            origin = Hop("origin", passed.site, None, name, passed.hop.scope)
            if isinstance(option, Native) or option == UNKNOWN:
                return Config(("site", *passed.site), (origin,))
            if isinstance(option, Symbol) and option.cls is None:
                return Config(option.term, (origin,))
            if isinstance(option, Const) and option.value is not None and option.value is not False:
                return Config(("site", *passed.site), (origin,))
            return option

        if isinstance(passed.value, Choice):
            return choose([(c, as_config(v)) for c, v in passed.value.options])
        return as_config(passed.value)

    def is_config_parameter(self, parameter: facts.Parameter, module: ModuleInfo) -> bool:
        """Whether a parameter carries configs, by its name or by its annotation."""
        if parameter.name in self.vocabulary.names and parameter.kind not in ("*", "**"):
            return True
        if parameter.annotation is None or parameter.kind in ("*", "**"):
            return False
        return isinstance(self.annotated(parameter.annotation, module, ("parameter",)), Config)

    def default(self, parameter: facts.Parameter, module: ModuleInfo, scope: Scope) -> Value:
        """The value of a parameter that no argument is given for."""
        if parameter.default is None:
            return UNKNOWN
        if isinstance(parameter.default, facts.Constant):
            return Const(parameter.default.value)
        inner = Scope(scope.frame, module, label=module.name)
        return self.evaluate(parameter.default, inner)

    # --- what is called

    def call(self, function: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """A call's result, whatever is called."""

        def one(option: Value) -> Value:
            return self._call(option, arguments, scope, site)

        return self.each(function, scope, one)

    def _call(self, function: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        match function:
            case ClassValue(cls):
                return self.construct(cls, arguments, scope, site)
            case FunctionValue(inner):
                return self.invoke(inner, None, arguments, scope, site)
            case Method(inner, self_value):
                return self._call_method(inner, self_value, arguments, scope, site)
            case Closure():
                return self.enter(function, arguments, scope)
            case Partial(inner, given, partial_site):
                for construction in scope.frame.constructions:
                    if construction.pending and construction.site == partial_site:
                        construction.pending = False
                        scope.frame.constructions.remove(construction)
                        break
                names = {passed.name for passed in arguments if passed.name}
                kept = [passed for passed in given if passed.name is None or passed.name not in names]
                return self.call(inner, [*kept, *arguments], scope, site)
            case Native(target, name):
                return self.native(target, name, arguments, scope, site)
            case ExternalValue(name):
                return self.external(name, arguments, scope, site)
            case _:
                return self.opaque_call(function, arguments, scope, site)

    def opaque_call(self, function: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """A call of something unknown: what it is given may be called."""
        for passed in arguments:
            for option in self.every(passed.value, scope):
                if isinstance(option, Closure):
                    self.enter(option, (), scope)
        if isinstance(function, Symbol | Unknown) and any(
            self.carries_config(passed.value, scope) for passed in arguments
        ):
            self.note_unresolved(site, "what is called here can't be told, and it is given a quantization config")
        return UNKNOWN

    def _call_method(
        self, function: FunctionInfo, self_value: Value, arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> Value:
        if isinstance(self_value, Symbol) and not self_value.exact and self_value.cls is not None:
            overrides = self.overrides(self_value.cls, function)
            if overrides:
                return self._dispatch(function, overrides, self_value, arguments, scope, site)
        return self.invoke(function, self_value, arguments, scope, site)

    def _dispatch(
        self,
        function: FunctionInfo,
        overrides: list[tuple[ClassInfo, FunctionInfo]],
        self_value: Symbol,
        arguments: Sequence[Passed],
        scope: Scope,
        site: Site,
    ) -> Value:
        before = scope.condition
        pairs: list[tuple[Condition, Value]] = []
        kinds: list[tuple[Symbol, FunctionInfo]] = [
            (Symbol(self_value.term, cls, True), override) for cls, override in overrides
        ]
        kinds.append((self_value, function))
        for number, (target, override) in enumerate(kinds):
            here = both(scope.known, literal(("kind", self_value.term, number))) if number < len(overrides) else before
            if here is None:
                continue
            scope.condition = here
            pairs.append((here, self.invoke(override, target, arguments, scope, site)))
            scope.condition = before
        return choose(pairs, scope.known)

    # --- functions

    def invoke(
        self, function: FunctionInfo, self_value: Value | None, arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> Value:
        """Call a function, or a method of ``self_value``."""
        if scope.condition is None:
            return UNKNOWN
        parameters = function.facts.parameters
        passed = list(arguments)
        if self_value is not None and parameters and not function.decorated("staticmethod"):
            # The object itself is no argument that a person wrote.
            passed.insert(0, Passed(None, 0, self_value, site, Hop("self", site, site, scope.label, scope.identity)))
        if not self.relevant(function, passed, scope):
            # No name in its text carries a config: what it returns is none.
            declared = self.returned_by_annotation(function, site, scope)
            return declared if declared != UNKNOWN else PLAIN
        bound, given = self.bind(parameters, passed, function.module, scope)
        scope.frame.reached.add(function)
        start = len(scope.frame.used)
        outcome: Value | None = None
        if function.owner not in self.local_scopes and not self._inline(bound, scope):
            outcome = self.compose(function, self_value, bound, scope)
        if outcome is None:
            outcome = self.expand(function, self_value, bound, scope)
        self._note_factory(function, given, outcome, scope, site, start)
        return self._or_annotation(outcome, function, site, scope)

    def _note_factory(
        self, function: FunctionInfo, given: list[Given], outcome: Value, scope: Scope, site: Site, start: int
    ) -> None:
        """A function that returns a module and uses a config that it is given is a place where the config enters."""
        handed_on = [used for each in given if (used := self._used(each, scope, start)) is not None]
        refs = tuple(
            option
            for _, option in options(outcome, scope.known)
            if isinstance(option, Ref) and isinstance(self.object(option, scope.frame), Instance)
        )
        if refs and handed_on:
            made = self.object(refs[0], scope.frame)
            assert isinstance(made, Instance)
            construction = self.record(made.cls, handed_on, scope, site, refs)
            if construction is not None:
                construction.factory = function

    def _used(self, given: Given, scope: Scope, start: int) -> Given | None:
        """An argument of a call, as a config only where the callee looked at it or handed it on."""
        if given.hop.kind == "self" or not self.weighs(given.value, scope):
            return None
        used: dict[Term, list[Condition]] = {}
        for term, condition in scope.frame.used[start:]:
            used.setdefault(term, []).append(condition)
        pairs: list[tuple[Condition, Value]] = []
        for condition, option in options(given.value, scope.known):
            if isinstance(option, Config):
                joined = [both(condition, each) for each in used.get(option.id, ())]
                pairs += [(each, option) for each in joined if each is not None]
            elif self.weighs(option, scope):
                return given
        return Given(given.parameter, choose([*pairs, (TRUE, NONE)], scope.known), given.hop) if pairs else None

    def _or_annotation(self, value: Value, function: FunctionInfo, site: Site, scope: Scope) -> Value:
        if isinstance(value, Unknown) or value == NONE:
            declared = self.returned_by_annotation(function, site, scope)
            return declared if not isinstance(declared, Unknown) else value
        return value

    def returned_by_annotation(self, function: FunctionInfo, site: Site, scope: Scope) -> Value:
        """What a function is said to return."""
        term = ("site", *site)
        declared = self.annotated(function.facts.returns, function.module, term)
        if isinstance(declared, Config):
            return Config(term, (self.origin(scope, site, function.label),))
        return declared if declared is not None else UNKNOWN

    def _inline(self, bound: Bound, scope: Scope) -> bool:
        """Whether a call is evaluated inside its caller's frame: it works on what that frame is building."""
        return any(self._local(value, scope, 0) for value, _ in bound.values())

    def _local(self, value: Value, scope: Scope, depth: int) -> bool:
        """Whether a value can't leave its frame: a closure, or an object that is still being built."""
        if depth > 4:
            return True
        for _, option in options(value):
            match option:
                case Closure():
                    return True
                case Method(self=inner) | Native(self=inner) | Super(self=inner):
                    if not isinstance(inner, ClassValue | Symbol):
                        return True
                case Partial(function, arguments):
                    if self._local(function, scope, depth + 1) or any(
                        self._local(passed.value, scope, depth + 1) for passed in arguments
                    ):
                        return True
                case Ref():
                    if self._local_object(self.object(option, scope.frame), scope, depth):
                        return True
                case _:
                    pass
        return False

    def _local_object(self, made: Object, scope: Scope, depth: int) -> bool:
        if isinstance(made, Instance):
            if isinstance(made.cls, ClassInfo) and made.cls.is_record:
                return any(self._local(value, scope, depth + 1) for value in made.fields.values())
            return isinstance(made.cls, str) or made.cls.is_module or len(made.fields) > 24
        if isinstance(made, Mapping):
            return any(self._local(value, scope, depth + 1) for value in made.entries.values())
        return any(self._local(value, scope, depth + 1) for value in made.items)

    def expand(
        self,
        function: FunctionInfo,
        self_value: Value | None,
        bound: Bound,
        scope: Scope,
        on_yield: Callable[[Value], Value] | None = None,
    ) -> Value:
        """Evaluate a function's body inside the current frame."""
        if self.depth > _DEPTH or self.stack.get(function, 0) >= _AGAIN:
            return UNKNOWN
        inner = Scope(
            scope.frame,
            function.module,
            function=function,
            parent=self.local_scopes.get(function.owner) if function.owner is not None else None,
            condition=scope.condition,
            owner=function.owner,
            self_value=self_value,
        )
        inner.on_yield = on_yield
        self._bind_names(function.facts.parameters, bound, function.module, inner)
        self.depth += 1
        self.stack[function] = self.stack.get(function, 0) + 1
        try:
            self.run(self.body(function), inner)
        finally:
            self.depth -= 1
            self.stack[function] -= 1
        return self.outcome(inner)

    def body(self, function: FunctionInfo) -> list[facts.Statement]:
        """The statements of a function."""
        return function.module.source.body(function.facts)

    def _bind_names(
        self, parameters: Sequence[facts.Parameter], bound: Bound, module: ModuleInfo, inner: Scope
    ) -> None:
        for parameter in parameters:
            if parameter.name in bound:
                value, hop = bound[parameter.name]
                value = self.with_default(value, parameter, module, inner)
                inner.names[parameter.name] = handed(value, hop) if hop is not None and hop.kind != "self" else value
            else:
                inner.names[parameter.name] = self.default(parameter, module, inner)

    def with_default(self, value: Value, parameter: facts.Parameter, module: ModuleInfo, scope: Scope) -> Value:
        """An argument that may be missing, with the parameter's default in its place."""
        if not any(isinstance(option, Missing) for _, option in options(value)):
            return value
        default = self.default(parameter, module, scope)
        return choose([(c, default if isinstance(v, Missing) else v) for c, v in options(value)])

    def outcome(self, inner: Scope) -> Value:
        """What a function's evaluation returned, under all its conditions."""
        pairs = list(inner.returns)
        if inner.condition is not None:
            pairs.append((inner.condition, NONE))
        return choose(pairs, inner.base) if pairs else UNKNOWN

    def enter(self, closure: Closure, arguments: Sequence[Passed], scope: Scope) -> Value:
        """Call a lambda or an inner function."""
        self.loose_closures.pop(closure, None)
        if self.depth > _DEPTH or self.stack.get(closure, 0) >= _AGAIN:
            return UNKNOWN
        module = closure.scope.module
        bound, _ = self.bind(closure.parameters, arguments, module, scope)
        inner = Scope(
            scope.frame,
            module,
            function=closure.scope.function,
            label=closure.scope.label,
            parent=closure.scope,
            condition=scope.condition,
        )
        inner.on_yield = None
        for parameter in closure.parameters:
            if parameter.name in bound:
                value, hop = bound[parameter.name]
                inner.names[parameter.name] = handed(value, hop) if hop is not None else value
            elif parameter.default is not None:
                inner.names[parameter.name] = self.evaluate(parameter.default, closure.scope)
            else:
                inner.names[parameter.name] = self.symbolic(parameter, module, ("local", closure.line, parameter.name))
        self.depth += 1
        self.stack[closure] = self.stack.get(closure, 0) + 1
        try:
            if isinstance(closure.body, tuple):
                self.run(closure.body, inner)
                return self.outcome(inner)
            return self.evaluate(closure.body, inner)
        finally:
            self.depth -= 1
            self.stack[closure] -= 1

    def through(
        self,
        function: Value,
        arguments: Sequence[Passed],
        scope: Scope,
        on_yield: Callable[[Value], Value],
    ) -> None:
        """Run a generator of the project, with ``on_yield`` called in the place of its consumer."""
        if isinstance(function, FunctionValue):
            inner, self_value = function.function, None
        elif isinstance(function, Method):
            inner, self_value = function.function, function.self
        else:
            return
        passed = list(arguments)
        if self_value is not None:
            site = Site(scope.module.path, 0, 0)
            passed.insert(0, Passed(None, 0, self_value, site, Hop("self", site, site, "", scope.identity)))
        bound, _ = self.bind(inner.facts.parameters, passed, inner.module, scope)
        scope.frame.reached.add(inner)
        self.expand(inner, self_value, bound, scope, on_yield)

    # --- classes

    def construct(self, cls: ClassInfo, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """Call a class."""
        if self.vocabulary.is_type(cls):
            return Config(("site", *site), (self.origin(scope, site, cls.name),))
        scope.frame.reached.add(cls)
        init = cls.method("__init__")
        if init is None:
            if cls.is_record:
                return self._construct_record(cls, arguments, scope, site)
            return self._construct_plain(cls, arguments, scope, site)
        passed = [
            Passed(None, 0, UNKNOWN, site, Hop("self", site, site, scope.label, scope.identity)),
            *arguments,
        ]
        bound, given = self.bind(init.facts.parameters, passed, init.module, scope)
        given = [each for each in given if each.hop.kind != "self"]
        construction = self.record(cls, given, scope, site)
        if not self.relevant_class(cls, arguments, scope):
            bare = scope.frame.add(Instance(cls, born=scope.known, construction=construction))
            if construction is not None:
                construction.made = (bare,)
            return bare
        scope.frame.reached.add(init)
        made: Value | None = None
        movable = init.owner not in self.local_scopes and not any(
            self._local(value, scope, 0) for value, hop in bound.values() if hop is None or hop.kind != "self"
        )
        if movable:
            made = self.compose_object(cls, init, bound, scope, construction)
        if made is None:
            ref = scope.frame.add(Instance(cls, born=scope.known, construction=construction))
            self_name = init.facts.parameters[0].name if init.facts.parameters else "self"
            bound[self_name] = (ref, None)
            under_way = [construction] if construction is not None else []
            scope.frame.building += under_way
            self.expand(init, ref, bound, scope)
            del scope.frame.building[len(scope.frame.building) - len(under_way) :]
            made = ref
        if isinstance(made, Ref):
            if construction is not None:
                construction.made = (made,)
            instance = self.object(made, scope.frame)
            if isinstance(instance, Instance):
                instance.construction = construction
                instance.changed = False
                instance.placed = None
                self._settle(instance, given, site)
        return made

    def _construct_record(self, cls: ClassInfo, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """A dataclass or a model: its fields take the arguments by name, or in their order."""
        positional, keywords, more = self.spread(arguments, scope)
        fields = cls.record_fields
        instance = Instance(cls, born=scope.known)
        given: list[Given] = []
        left: dict[str, bool] = {}
        by_place = zip(cls.positional_fields or fields, positional, strict=False)
        for name, passed in [*by_place, *((p.name or "", p) for p in keywords)]:
            field = fields.get(name)
            parameter: facts.Parameter | str = name
            if field is not None:
                parameter = facts.Parameter(name, "", field.annotation, None, field.line)
            value = self.promoted(parameter, passed, field.owner.module if field else scope.module)
            if field is not None and cls.is_validated:
                declared = self.annotated(field.annotation, field.owner.module, ("field", ("site", *site), name))
                if isinstance(declared, Symbol) and declared.cls is not None and declared.cls.is_validated:
                    value = self.validated(value, declared.cls, passed, scope)
            if field is not None and any(isinstance(option, Missing) for _, option in options(value)):
                default = self.default_of(field, scope)
                value = choose([(c, default if isinstance(v, Missing) else v) for c, v in options(value)])
                if isinstance(default, Const):
                    left[name] = bool(default.value)
            instance.fields[name] = handed(value, passed.hop)
            given.append(Given(name, value, passed.hop))
        ref = scope.frame.add(instance)
        for name, field in fields.items():
            if name not in instance.fields:
                if more or field.default is None:
                    term = ("field", ("site", *site), name)
                    declared = self.annotated(field.annotation, field.owner.module, term)
                    instance.fields[name] = declared if declared is not None else Symbol(term)
                else:
                    instance.fields[name] = self.default_of(field, scope)
                    if instance.fields[name] == NONE and (config := self._unset(field, cls, site)) is not None:
                        instance.unset[name] = config
        instance.construction = self.record(cls, given, scope, site, (ref,))
        self._settle(instance, given, site)
        # Where a flag may not have been given, its default stands.
        instance.settled.update((name, value) for name, value in left.items() if name in self.vocabulary.flag_fields)
        for after in cls.after_construction:
            self.invoke(after, ref, (), scope, site)
        return ref

    def validated(self, value: Value, cls: ClassInfo, passed: Passed, scope: Scope) -> Value:
        """An object of a pydantic model in the place of a dict."""

        def one(option: Value) -> Value:
            if isinstance(option, Ref) and isinstance(self.object(option, scope.frame), Mapping):
                return self.construct(cls, [Passed(None, 2, option, passed.site, passed.hop)], scope, passed.site)
            return option

        return self.each(value, scope, one)

    def _settle(self, made: Instance, given: list[Given], site: Site) -> None:
        """Note where an object was built, and with which flags."""
        made.site = site
        flags = self.vocabulary.flag_fields
        if not flags.isdisjoint(made.fields):
            values = {name: made.fields[name] for name in flags.intersection(made.fields)}
            made.settled = {name: bool(value.value) for name, value in values.items() if isinstance(value, Const)}
            made.told = flags.intersection(each.parameter or "" for each in given)

    def _unset(self, field: Field, cls: ClassInfo, site: Site) -> Config | None:
        """What a field that nobody set, None by default, may be for others: users are to set it."""
        term = ("field", ("site", *site), field.name)
        declared = self.annotated(field.annotation, field.owner.module, term)
        if field.name in self.vocabulary.names or isinstance(declared, Config):
            return Config(term, (self.field_origin(field, cls),))
        return None

    def _construct_plain(self, cls: ClassInfo, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """A class whose constructor lies outside the project, or that has none."""
        positional, keywords, _ = self.spread(arguments, scope)
        given = [Given(p.name, self.promoted(p.name or "", p, scope.module), p.hop) for p in [*positional, *keywords]]
        instance = Instance(cls, born=scope.known)
        instance.construction = self.record(cls, given, scope, site)
        ref = scope.frame.add(instance)
        if instance.construction is not None:
            instance.construction.made = (ref,)
        for passed in arguments:
            self.contain(instance, passed.value, scope, passed.stars)
        return ref

    def contain(self, instance: Instance, value: Value, scope: Scope, stars: int) -> None:
        """What is given to a container of modules is held by it."""
        for option in self.every(value, scope):
            if not isinstance(option, Ref):
                continue
            made = self.object(option, scope.frame)
            if isinstance(made, Items):
                instance.counted = instance.counted and made.closed
                instance.items += [choose([(scope.known, item)], instance.born) for item in made.items]
            elif isinstance(made, Mapping):
                for key, entry in made.entries.items():
                    instance.fields[f"[{key}]"] = choose([(scope.known, entry)], instance.born)
                if not made.closed and made.rest != UNKNOWN:
                    instance.counted = False
                    instance.items.append(made.rest)
            else:
                instance.items.append(choose([(scope.known, option)], instance.born))

    def record(
        self, callee: ClassInfo | str, given: list[Given], scope: Scope, site: Site, made: tuple[Ref, ...] = ()
    ) -> Construction | None:
        """Note a construction, if anything about it can matter."""
        if isinstance(callee, str):
            is_module = is_module_name(callee)
        else:
            is_module = callee.is_module or bool(self.vocabulary.excluding(callee))
        weighty = any(self.weighs(each.value, scope) for each in given)
        if not is_module and not weighty:
            return None
        construction = Construction(callee, tuple(given), scope.known, site, scope.label, scope.identity, made)
        scope.frame.constructions.append(construction)
        scope.frame.happened(construction)
        return construction

    def weighs(self, value: Value, scope: Scope) -> bool:
        """Whether a value holds a config or a flag, directly or inside a dict or a list."""
        return weighs(value, scope.frame.heap, scope.known)

    def hold(self, container: Instance, value: Value, scope: Scope, site: Site, call: Site | None) -> None:
        """Put a module into a container of modules."""
        container.items.append(choose([(scope.known, value)], container.born))
        container.counted = container.counted and scope.known == container.born
        container.changed = True
