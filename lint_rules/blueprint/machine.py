"""The evaluator: each builder once, in terms of its parameters; callers are put together from their callees."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from lint_rules.blueprint.attributes import Attributes
from lint_rules.blueprint.calls import Calls
from lint_rules.blueprint.conditions import TRUE, both
from lint_rules.blueprint.core import Bound
from lint_rules.blueprint.expressions import Expressions
from lint_rules.blueprint.frame import Child, Construction, Frame, Instance, Mapping, Object, Result, Scope, weighs
from lint_rules.blueprint.frame import Sequence as Items
from lint_rules.blueprint.known import Known
from lint_rules.blueprint.passage import Entry, Exit
from lint_rules.blueprint.relevance import Relevance
from lint_rules.blueprint.statements import Statements
from lint_rules.blueprint.truth import Tests
from lint_rules.blueprint.values import (
    MISSING,
    UNKNOWN,
    ClassValue,
    Closure,
    Config,
    Flag,
    FunctionValue,
    Hop,
    Method,
    Partial,
    Passed,
    Ref,
    Super,
    Symbol,
    Term,
    Value,
    configs,
    options,
    overwrite,
)
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, Field, FunctionInfo, ModuleInfo, Project

_VARIANTS = 96
"""After so many different calls of one builder, further ones are evaluated with what they were given left open."""
_FRAMES = 40
"""How deep frames may be nested."""
_MOST_OVERRIDES = 24


class Machine(Expressions, Tests, Statements, Attributes, Calls, Known):
    """Evaluates builders."""

    def __init__(self, project: Project, vocabulary: Vocabulary, relevance: Relevance) -> None:
        self.project = project
        self.vocabulary = vocabulary
        self.depth = 0
        self.frames = 0
        self.copies = 0
        self.stack: dict[object, int] = {}
        self.loose_closures: dict[Closure, None] = {}
        self.local_scopes: dict[ClassInfo, Scope] = {}
        self.unresolved: dict[Site, str] = {}
        self.relevance = relevance
        self._results: dict[Hashable, Result | None] = {}
        self._variants: dict[object, int] = {}
        self._roots: dict[ClassInfo, Result | None] = {}
        self._overrides: dict[tuple[ClassInfo, FunctionInfo], list[tuple[ClassInfo, FunctionInfo]]] = {}
        self._subclasses: dict[ClassInfo, list[ClassInfo]] | None = None

    # --- whole builders

    def evaluate_function(self, function: FunctionInfo, cls: ClassInfo | None = None) -> Result | None:
        """A function as an entry: its parameters stand for themselves."""
        scope = Scope(Frame(), function.module, function=function, owner=function.owner)
        bound: Bound = {}
        self_value: Value | None = None
        parameters = list(function.facts.parameters)
        if cls is not None and parameters and not function.decorated("staticmethod"):
            self_name = parameters[0].name
            self_value = ClassValue(cls) if function.decorated("classmethod") else Symbol(("self",), cls, True)
            bound[self_name] = (self_value, None)
            parameters = parameters[1:]
        for parameter in parameters:
            bound[parameter.name] = (self.entry_value(parameter, function, scope), None)
        return _as_entry(*self._frame(function, cls, self_value, bound, scope))

    def evaluate_class(self, cls: ClassInfo) -> Result | None:
        """A class as an entry: its constructor's parameters stand for themselves."""
        if cls not in self._roots:
            self._roots[cls] = None
            init = cls.method("__init__")
            if init is not None:
                scope = Scope(Frame(), init.module, function=init, owner=init.owner)
                bound: Bound = {}
                for parameter in init.facts.parameters[1:]:
                    bound[parameter.name] = (self.entry_value(parameter, init, scope), None)
                self._roots[cls] = _as_entry(*self._object_frame(cls, init, bound, scope))
        return self._roots[cls]

    def evaluate_defaults(self, cls: ClassInfo) -> tuple[list[Object], Value]:
        """What ``cls()`` is, with nothing given: a heap, and the object on it."""
        scope = Scope(Frame(), cls.module, label=cls.name)
        site = Site(cls.module.path, cls.facts.line, 0)
        init = cls.method("__init__")
        if init is None:
            value = self.construct(cls, (), scope, site)
            return scope.frame.heap, value
        hop = Hop("self", site, site, cls.name, scope.identity)
        bound, _ = self.bind(init.facts.parameters, [Passed(None, 0, UNKNOWN, site, hop)], init.module, scope)
        result, _ = self._object_frame(cls, init, bound, scope)
        return (result.heap, result.returned) if result is not None else ([], UNKNOWN)

    def evaluate_class_name(self, field: Field, cls: ClassInfo) -> tuple[list[Object], Value]:
        """What a name of a class's body is: a heap, and a value on it."""
        scope = Scope(Frame(), field.owner.module, label=field.owner.name)
        value = self.default_of(field, scope)
        return scope.frame.heap, value

    def evaluate_module(self, module: ModuleInfo) -> Result:
        """The statements at the top level of a module."""
        scope = Scope(Frame(), module, label=module.name)
        self.run(module.loose, scope)
        return self._finished(module, None, scope, UNKNOWN, 0)

    def constructed(self, cls: ClassInfo) -> Result | None:
        """The blueprint of a class as an entry, if its constructor matters."""
        return self.evaluate_class(cls) if self.relevance.enters_class(cls) else None

    def entry_value(self, parameter: facts.Parameter, function: FunctionInfo, scope: Scope) -> Value:
        """What a parameter of an entry stands for."""
        return self.symbolic(parameter, function.module, ("parameter", parameter.name), function, scope)

    def symbolic(
        self,
        parameter: facts.Parameter,
        module: ModuleInfo,
        term: Term,
        function: FunctionInfo | None = None,
        scope: Scope | None = None,
    ) -> Value:
        """What a parameter stands for where no argument is known."""
        site = Site(module.path, parameter.line, 0)
        frame_scope = scope if scope is not None else Scope(Frame(), module)
        if parameter.kind == "*":
            return frame_scope.frame.add(Items([], "tuple", False)) if scope is not None else UNKNOWN
        if parameter.kind == "**":
            return frame_scope.frame.add(Mapping(closed=False)) if scope is not None else UNKNOWN
        declared = self.annotated(parameter.annotation, module, term)
        if parameter.name in self.vocabulary.names or isinstance(declared, Config):
            where = f"{function.label}({parameter.name})" if function is not None else parameter.name
            identity = (module.path, function.facts.line) if function is not None else (module.path, 0)
            return Config(term, (Hop("origin", site, None, where, identity),))
        if parameter.default is not None and scope is not None:
            default = self.default(parameter, module, scope)
            if isinstance(default, Config | ClassValue | FunctionValue):
                return default
        return declared if declared is not None else Symbol(term)

    # --- frames

    def compose(self, function: FunctionInfo, self_value: Value | None, bound: Bound, scope: Scope) -> Value | None:
        """Put a function's own blueprint into the caller's frame; None where it can't be moved there."""
        found, entry = self._frame(function, None, self_value, bound, scope)
        if found is None:
            return UNKNOWN
        return self._place(found, entry, scope, None) if found.closed else None

    def compose_object(
        self,
        cls: ClassInfo,
        init: FunctionInfo,
        bound: Bound,
        scope: Scope,
        construction: Construction | None,
    ) -> Value | None:
        """Put a constructor's own blueprint into the caller's frame; None where it can't be moved there."""
        found, entry = self._object_frame(cls, init, bound, scope)
        if found is None:
            return scope.frame.add(Instance(cls, born=scope.known, construction=construction))
        return self._place(found, entry, scope, construction) if found.closed else None

    def _enter(
        self, function: FunctionInfo, bound: Bound, scope: Scope, skip: str
    ) -> tuple[Entry, dict[str, Value], Hashable]:
        entry = Entry(scope.frame, scope.known)
        parameters = {parameter.name: parameter for parameter in function.facts.parameters}
        names: dict[str, Value] = {}
        keys: list[Hashable] = []
        for name, (value, hop) in bound.items():
            if name == skip:
                continue
            step = hop if hop is not None and hop.kind != "self" else None
            parameter = parameters[name]
            value = self.with_default(value, parameter, function.module, scope)
            names[name], key = entry.parameter(value, step, parameter.kind in ("*", "**"))
            keys.append((name, key))
        return entry, names, tuple(keys)

    def _frame(
        self, function: FunctionInfo, cls: ClassInfo | None, self_value: Value | None, bound: Bound, scope: Scope
    ) -> tuple[Result | None, Entry]:
        entry, names, key = self._enter(function, bound, scope, "")
        full = (function, key)
        if full in self._results or self.frames > _FRAMES:
            return self._results.get(full), entry
        self._results[full] = None
        parameters = function.facts.parameters
        mine = names.get(parameters[0].name) if self_value is not None and parameters else None
        inner = Scope(entry.frame, function.module, function=function, owner=function.owner, self_value=mine)
        result = self._evaluate(function, cls, entry, names, inner, None)
        self._results[full] = result
        return result, entry

    def _object_frame(
        self, cls: ClassInfo, init: FunctionInfo, bound: Bound, scope: Scope
    ) -> tuple[Result | None, Entry]:
        self_name = init.facts.parameters[0].name if init.facts.parameters else "self"
        entry, names, key = self._enter(init, bound, scope, self_name)
        full = (cls, key)
        if full in self._results or self.frames > _FRAMES:
            return self._results.get(full), entry
        self._results[full] = None
        made = Instance(cls)
        ref = entry.frame.add(made)
        names[self_name] = ref
        inner = Scope(entry.frame, init.module, function=init, owner=init.owner, self_value=ref)
        result = self._evaluate(init, cls, entry, names, inner, ref)
        self._results[full] = result
        return result, entry

    def _evaluate(
        self,
        function: FunctionInfo,
        cls: ClassInfo | None,
        entry: Entry,
        names: dict[str, Value],
        inner: Scope,
        made: Ref | None,
    ) -> Result:
        imported = len(entry.objects)
        inner.names = names
        for parameter in function.facts.parameters:
            if parameter.name not in names:
                names[parameter.name] = self.default(parameter, function.module, inner)
        depth, stack, closures = self.depth, self.stack, self.loose_closures
        self.depth, self.stack, self.loose_closures = 0, {function: 1}, {}
        self.frames += 1
        try:
            self.run(self.body(function), inner)
            self._run_loose(inner)
        finally:
            self.frames -= 1
            self.depth, self.stack, self.loose_closures = depth, stack, closures
        returned: Value = made if made is not None else self.outcome(inner)
        builder = cls if made is not None and cls is not None else function
        return self._finished(builder, cls, inner, returned, imported, tuple(entry.slots))

    def _run_loose(self, scope: Scope) -> None:
        """Inner functions that nobody called in view are evaluated for their own sake."""
        before = scope.condition
        while self.loose_closures:
            closure = next(iter(self.loose_closures))
            del self.loose_closures[closure]
            scope.condition = TRUE
            self.enter(closure, (), scope)
        scope.condition = before

    def made_closure(self, closure: Closure, scope: Scope) -> None:
        """Note an inner function: it is evaluated for its own sake if nobody calls it in view."""
        self.loose_closures[closure] = None

    def _finished(
        self,
        builder: FunctionInfo | ClassInfo | ModuleInfo,
        owner: ClassInfo | None,
        scope: Scope,
        returned: Value,
        imported: int,
        slots: tuple[Value, ...] = (),
    ) -> Result:
        frame = scope.frame
        result = Result(
            builder,
            owner,
            frame.heap,
            imported,
            returned,
            frame.overlays,
            frame.written,
            frame.constructions,
            frame.children,
            frame.stores,
            frame.events,
            frame.reached,
            list(dict.fromkeys(each for each in frame.used if each[0][0] == "arg"))[:32],
            frame.reads,
            slots,
            closed=not self._leaks(returned, scope, set()),
        )
        result.interesting = (
            any(self._interesting(each, scope) for each in frame.constructions)
            or bool(frame.stores)
            or any(child.result.interesting for child in frame.children)
        )
        return result

    def _interesting(self, construction: Construction, scope: Scope) -> bool:
        if not isinstance(construction.callee, str) and (
            self.vocabulary.excluding(construction.callee) or self.vocabulary.paths_below(construction.callee)
        ):
            return True
        return any(weighs(each.value, scope.frame.heap) for each in construction.arguments)

    def _leaks(self, value: Value, scope: Scope, seen: set[int]) -> bool:
        """Whether a closure would leave the frame that it belongs to."""
        for _, option in options(value):
            if isinstance(option, Closure):
                return True
            if isinstance(option, Method | Super) and self._leaks(option.self, scope, seen):
                return True
            if isinstance(option, Ref) and option.index not in seen:
                seen.add(option.index)
                made = scope.frame.heap[option.index]
                if isinstance(made, Instance):
                    continue
                held = made.entries.values() if isinstance(made, Mapping) else made.items
                if any(self._leaks(each, scope, seen) for each in held):
                    return True
        return False

    def _place(self, result: Result, entry: Entry, scope: Scope, construction: Construction | None) -> Value:
        """Put a callee's result into the caller's frame."""
        slots, objects = tuple(entry.slots), tuple(entry.objects)
        frame = scope.frame
        # Below an object that was changed, a builder may be of interest for what it is not given.
        if result.interesting or frame.overlays:
            child = Child(result, slots, objects, frozenset(entry.nested), scope.known, construction)
            frame.children.append(child)
            frame.happened(child)
        if not result.interesting:
            frame.reads |= result.reads
        frame.reached |= result.reached
        leaving = Exit(result, slots, objects, frame)
        for index in range(result.imported):
            if result.heap[index].changed:
                self._take_over(result, index, objects[index], leaving, scope)
        self._overlay(result, leaving, scope)
        for term, condition in result.used:
            when = leaving.condition(condition)
            value = leaving.value(Config(term))
            for full, config in configs(value, scope.known) if when is not None else ():
                joined = both(full, when) if when is not None else None
                if joined is not None:
                    frame.use(config.id, joined)
        return leaving.value(result.returned)

    def _take_over(self, result: Result, index: int, mine: int, leaving: Exit, scope: Scope) -> None:
        """What a callee did to an object that it was given."""
        theirs, ours = result.heap[index], scope.frame.heap[mine]
        ours.changed = True
        if isinstance(theirs, Mapping) and isinstance(ours, Mapping):
            for name, value in theirs.entries.items():
                self.put(ours, name, leaving.value(value), scope)
            ours.closed = ours.closed and theirs.closed
        elif isinstance(theirs, Items) and isinstance(ours, Items):
            ours.items = [leaving.value(item) for item in theirs.items]
        elif isinstance(theirs, Instance) and isinstance(ours, Instance):
            for name, value in theirs.fields.items():
                ours.fields[name] = overwrite(ours.fields.get(name, UNKNOWN), scope.known, leaving.value(value))
            ours.items += [leaving.value(item) for item in theirs.items]

    def _overlay(self, result: Result, leaving: Exit, scope: Scope) -> None:
        """What a callee set on symbolic objects."""
        for term, names in result.overlays.items():
            target = leaving.term(term)
            fresh = term[0] in ("copy", "deepcopy")
            for name, value in names.items():
                if not fresh and (term, name) not in result.written:
                    continue
                overlay = scope.frame.overlays.setdefault(target, {})
                if fresh:
                    overlay[name] = leaving.value(value)
                    continue
                scope.frame.written.add((target, name))
                overlay[name] = overwrite(overlay.get(name, MISSING), scope.known, leaving.value(value))

    # --- what is looked into

    def relevant(self, function: FunctionInfo, arguments: Sequence[Passed], scope: Scope) -> bool:
        """Whether a call can bring anything about: its function's file matters, or it is given something that does."""
        own = arguments[0] if arguments and arguments[0].hop.kind == "self" else None
        cls = self.class_of(own.value, scope) if own is not None else None
        if self.relevance.enters(function, cls):
            return True
        return any(self._weighty(passed.value, scope, 0) for passed in arguments if passed is not own)

    def relevant_class(self, cls: ClassInfo, arguments: Sequence[Passed], scope: Scope) -> bool:
        """Whether a construction can bring anything about."""
        return self.relevance.builds(cls) or any(self._weighty(passed.value, scope, 0) for passed in arguments)

    def _weighty(self, value: Value, scope: Scope, depth: int) -> bool:
        for _, option in options(value):
            match option:
                case Config() | Flag() | Closure() | ClassValue() | FunctionValue() | Method() | Partial():
                    return True
                case Symbol(term=term):
                    # An object that was changed here is not what it was when it came.
                    if any(_rooted(owner, term) for owner in scope.frame.overlays):
                        return True
                case Ref():
                    made = scope.frame.heap[option.index]
                    if isinstance(made, Instance):
                        # A module that was built is of interest to whoever holds it where layers go by their full names.
                        if isinstance(made.cls, ClassInfo) and (self.relevance.whole_trees or not made.cls.is_module):
                            return True
                        continue
                    values = made.entries.values() if isinstance(made, Mapping) else made.items
                    if depth < 3 and any(self._weighty(inner, scope, depth + 1) for inner in values):
                        return True
                case _:
                    continue
        return False

    def overrides(self, cls: ClassInfo, function: FunctionInfo) -> list[tuple[ClassInfo, FunctionInfo]]:
        """The methods that take the place of a method in subclasses, each with the first subclass that has it."""
        key = (cls, function)
        if key not in self._overrides:
            found: dict[FunctionInfo, ClassInfo] = {}
            for sub in self.subclasses(cls):
                method = sub.method(function.facts.name)
                if method is not None and method is not function and method not in found:
                    found[method] = sub
            self._overrides[key] = [(sub, method) for method, sub in found.items()][:_MOST_OVERRIDES]
        return self._overrides[key]

    def subclasses(self, cls: ClassInfo) -> list[ClassInfo]:
        """The subclasses of a class, direct and not, in the files read so far."""
        if self._subclasses is None:
            self._subclasses = {}
            for module in self.project.modules:
                for each in module.classes:
                    for base in each.mro[1:]:
                        self._subclasses.setdefault(base, []).append(each)
        return self._subclasses.get(cls, [])

    def registered(self, module: ModuleInfo, name: str, value: Ref, scope: Scope) -> None:
        """A registry that decorators fill: run each of its decorators on the class or function that it stands on."""
        made = scope.frame.heap[value.index]
        if not isinstance(made, Mapping):
            return
        for other in self.project.modules:
            items: list[ClassInfo | FunctionInfo] = [*other.classes, *other.functions]
            for item in items:
                for decorator in item.facts.decorators:
                    if self._feeds(decorator, other, module, name):
                        self._register(decorator, item, other, scope)

    def _feeds(self, decorator: facts.Expression, where: ModuleInfo, module: ModuleInfo, name: str) -> bool:
        """Whether a decorator is a function of the registry's module that mentions the registry."""
        function = decorator.function if isinstance(decorator, facts.Call) else decorator
        if not isinstance(function, facts.Name | facts.Attribute):
            return False
        symbol = self.project.resolve(function, where)
        if not isinstance(symbol, FunctionInfo) or symbol.module is not module:
            return False
        return name in symbol.module.source.segment(symbol.facts.line, symbol.facts.end_line)

    def _register(
        self, decorator: facts.Expression, item: ClassInfo | FunctionInfo, where: ModuleInfo, scope: Scope
    ) -> None:
        inner = Scope(scope.frame, where, label=where.name)
        target: Value = ClassValue(item) if isinstance(item, ClassInfo) else FunctionValue(item)
        site = Site(where.path, item.facts.line, 0)
        hop = Hop("argument", site, site, where.name, inner.identity)
        symbol = self.project.resolve(decorator.function if isinstance(decorator, facts.Call) else decorator, where)
        if not isinstance(symbol, FunctionInfo):
            return
        arguments = self.arguments(decorator, inner) if isinstance(decorator, facts.Call) else []
        if isinstance(decorator, facts.Call):
            bound, _ = self.bind(symbol.facts.parameters, arguments, symbol.module, inner)
            wrapper = self.expand(symbol, None, bound, inner)
            self.call(wrapper, [Passed(None, 0, target, site, hop)], inner, site)
        else:
            bound, _ = self.bind(symbol.facts.parameters, [Passed(None, 0, target, site, hop)], symbol.module, inner)
            self.expand(symbol, None, bound, inner)

    def note_unresolved(self, site: Site, message: str) -> None:
        """Note a place where something that matters could not be told; the first message stands."""
        self.unresolved.setdefault(site, message)


def _as_entry(result: Result | None, entry: Entry) -> Result | None:
    """A builder's result with what its own parameters are: another caller's arguments may have come before."""
    return replace(result, slots=tuple(entry.slots)) if result is not None else None


def _rooted(term: Hashable, root: Hashable) -> bool:
    """Whether a term is ``root`` or something inside it."""
    while isinstance(term, tuple) and term:
        if term == root:
            return True
        term = term[1] if term[0] == "field" else None
    return False
