"""Attributes: what an object's, a class's or a module's name leads to, read and written."""

from __future__ import annotations

from lint_rules.blueprint.conditions import TRUE, Condition, beyond, literal
from lint_rules.blueprint.core import Core
from lint_rules.blueprint.frame import Assignment, Instance, Mapping, Object, Scope, Sequence, Store
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
    FunctionValue,
    Hop,
    Method,
    Missing,
    ModuleValue,
    Native,
    Ref,
    Super,
    Symbol,
    Term,
    Unknown,
    Value,
    choose,
    handed,
    options,
    overwrite,
)
from lint_rules.project import facts
from lint_rules.project.extract import Extractor
from lint_rules.project.site import Site
from lint_rules.project.symbols import (
    ClassInfo,
    External,
    Field,
    FunctionInfo,
    ModuleInfo,
    declares_field,
    is_module_name,
    last_name,
)
from lint_rules.project.symbols import Symbol as Meaning
from lint_rules.project.symbols import Value as GlobalName

_PROPERTY = ("property", "cached_property", "computed_field")
_DUMPS = frozenset({"model_dump", "dict", "to_dict", "asdict", "_asdict", "to_diff_dict", "model_dump_json"})
_COPIES = frozenset({"model_copy", "copy", "deepcopy", "clone", "_replace", "__copy__", "__deepcopy__", "replace"})


class Attributes(Core):
    """Reads and writes attributes, and gives symbolic objects their fields."""

    def attribute(self, value: Value, name: str, scope: Scope, site: Site) -> Value:
        """``value.name``"""
        return self.each(value, scope, lambda option: self._attribute(option, name, scope, site))

    def consult(self, value: Value, name: str, scope: Scope) -> None:
        """Note that the code reads ``value.name``, if that is a flag. A dump is no such reading."""
        if name in self.vocabulary.flag_fields:
            for _, option in options(value, scope.known):
                flag = self.vocabulary.flag(self.class_of(option, scope), name)
                if flag is not None:
                    scope.frame.reads.add(flag)

    def _attribute(self, value: Value, name: str, scope: Scope, site: Site) -> Value:
        match value:
            case Symbol():
                return self._of_symbol(value, name, scope, site)
            case Ref():
                return self._of_object(value, name, scope, site)
            case ClassValue(cls):
                return self._of_class(cls, name, scope)
            case Super(cls, self_value):
                return self._of_super(cls, self_value, name, scope, site)
            case ModuleValue(module):
                found = self.project.member(module, name)
                return self.symbol_value(found[-1], scope) if found else UNKNOWN
            case ExternalValue(outer):
                return self._of_external(outer, name, scope, site)
            case Config():
                scope.frame.use(value.id, scope.known)
                return Symbol(("field", value.id, name)) if name != "__class__" else UNKNOWN
            case Const():
                return Native(value, name)
            case Missing() | Closure() | FunctionValue() | Flag():
                return UNKNOWN
            case _:
                if name in self.vocabulary.names:
                    return self._read_by_name(("site", site.path, site.line, site.column), name, scope, site)
                return UNKNOWN

    def _of_external(self, outer: str, name: str, scope: Scope, site: Site) -> Value:
        if name in self.vocabulary.names:
            return self._read_by_name(("global", outer), name, scope, site)
        inner = self.project.find(f"{outer}.{name}")
        return ModuleValue(inner) if isinstance(inner, ModuleInfo) else ExternalValue(f"{outer}.{name}")

    def _read_by_name(self, term: Term, name: str, scope: Scope, site: Site) -> Config:
        """A config that nothing is known of but the name under which it is read."""
        return Config(("field", term, name), (self.origin(scope, site, name),))

    # --- symbolic objects

    def _of_symbol(self, value: Symbol, name: str, scope: Scope, site: Site) -> Value:
        natural = self._natural(value, name, scope, site)
        written = scope.frame.overlays.get(value.term, {}).get(name)
        if written is None:
            return natural
        # What was written holds under its conditions, what was there from the beginning under all others.
        return choose([*_filled(written, natural, scope.known)], scope.known)

    def _natural(self, value: Symbol, name: str, scope: Scope, site: Site) -> Value:
        # What a copy holds is what the original held, unless it is a deep one.
        holder = value.term[1] if value.term[0] == "copy" and isinstance(value.term[1], tuple) else value.term
        cls, term = value.cls, ("field", holder, name)
        if name == "__class__":
            return ClassValue(cls) if cls is not None else UNKNOWN
        if name == "__dict__":
            return self.view(value, scope)
        flag = self.vocabulary.flag(cls, name)
        if flag is not None and not (cls is not None and cls.method(name)):
            return Flag(flag, value.term)
        if cls is not None:
            found = self._class_member(cls, name, value, scope, site, term)
            if found is not None:
                return found
        if name in self.vocabulary.names:
            where = f"{cls.name}.{name}" if cls is not None else name
            return Config(term, (self.origin(scope, site, where),))
        if name in _DUMPS or name in _COPIES or name in _NATIVE_NAMES:
            return Native(value, name)
        return Symbol(term)

    def _class_member(
        self, cls: ClassInfo, name: str, value: Value, scope: Scope, site: Site, term: Term
    ) -> Value | None:
        function = cls.method(name)
        if function is not None:
            return self._bound(function, cls, value, scope, site)
        field = cls.field(name)
        if field is not None and field.annotation is not None:
            declared = self.annotated(field.annotation, field.owner.module, term)
            if isinstance(declared, Config) or name in self.vocabulary.names:
                return Config(term, (self.field_origin(field, cls),))
            if declared is not None and not isinstance(declared, Unknown):
                if not (isinstance(declared, Symbol) and declared.cls is None and declared.element is None):
                    return declared
            if field.value is not None:
                default = self._class_value(field, cls, scope)
                if isinstance(default, ClassValue | FunctionValue | ModuleValue | Ref | Choice):
                    return default
            return Symbol(term) if cls.is_record else self._constructed(cls, name, term)
        if field is not None and field.value is not None:
            return self._class_value(field, cls, scope)
        if name in cls.classes:
            return ClassValue(cls.classes[name])
        return self._constructed(cls, name, term)

    def field_origin(self, field: Field, cls: ClassInfo) -> Hop:
        """The first step of a config that is read from a field of a config object of class ``cls``."""
        site = Site(field.owner.module.path, field.line, 0)
        return Hop("origin", site, None, f"{cls.name}.{field.name}", (field.owner.module.path, 0))

    def _constructed(self, cls: ClassInfo, name: str, term: Term) -> Value | None:
        """What the constructor leaves in an attribute, as seen from outside: a symbolic value of the same kind."""
        if cls.is_record and cls.method("__init__") is None:
            return None
        result = self.constructed(cls)
        if result is None or not isinstance(result.returned, Ref):
            return None
        made = result.heap[result.returned.index]
        if not isinstance(made, Instance) or name not in made.fields:
            return None
        return self._seen(made.fields[name], result.heap, term)

    def _seen(self, value: Value, heap: list[Object], term: Term) -> Value:
        """A constructor's value as a symbolic one."""
        kinds: list[Value] = []
        for _, option in options(value):
            match option:
                case Config(trace=trace):
                    kinds.append(Config(term, trace))
                case Symbol(cls=cls, exact=exact, element=element):
                    kinds.append(Symbol(term, cls, exact, element))
                case Ref(index):
                    kinds.append(self._seen_object(heap[index], heap, term))
                case Const() | ClassValue() | FunctionValue() | ExternalValue() | ModuleValue() | Flag():
                    kinds.append(option)
                case _:
                    kinds.append(Symbol(term))
        configs = [kind for kind in kinds if isinstance(kind, Config)]
        if configs:
            return _guarded(value, configs[0], term)
        distinct = list(dict.fromkeys(kinds))
        if any(isinstance(kind, Symbol) and kind.cls is not None for kind in distinct):
            distinct = [kind for kind in distinct if kind != NONE]
        if len(distinct) == 1:
            return distinct[0] if not isinstance(distinct[0], Const) or distinct[0] == NONE else Symbol(term)
        return _one_of(distinct, term)

    def _seen_object(self, made: Object, heap: list[Object], term: Term) -> Symbol:
        if isinstance(made, Mapping):
            return Symbol(term)
        if isinstance(made, Instance) and isinstance(made.cls, ClassInfo):
            return Symbol(term, made.cls, True)
        return Symbol(term, None, False, self._element(made, heap, term))

    def _element(self, container: Instance | Sequence, heap: list[Object], term: Term) -> Value | None:
        items = [self._seen(item, heap, ("field", term, "[]")) for item in container.items[:4]]
        weighty = list(dict.fromkeys(item for item in items if not (isinstance(item, Symbol) and item.cls is None)))
        if not weighty:
            return None
        return weighty[0] if len(weighty) == 1 else _one_of(weighty, ("field", term, "[]"))

    # --- objects that were built in view

    def _of_object(self, ref: Ref, name: str, scope: Scope, site: Site) -> Value:
        made = self.object(ref, scope.frame)
        if not isinstance(made, Instance):
            return Native(ref, name)
        cls = made.cls if isinstance(made.cls, ClassInfo) else None
        if name == "__class__":
            return ClassValue(cls) if cls is not None else UNKNOWN
        if name == "__dict__":
            return self.view(ref, scope)
        flag = self.vocabulary.flag(cls, name) if cls is not None else None
        if flag is not None and name in made.fields:
            return self._flag_of(flag, ref, made.fields[name], scope)
        if name in made.fields:
            written = made.fields[name]
            left = [(c, v) for c, v in options(written, scope.known) if not isinstance(v, Missing)]
            if left:
                return choose(left, scope.known)
        if cls is not None:
            function = cls.method(name)
            if function is not None:
                return self._bound(function, cls, ref, scope, site)
            field = cls.field(name)
            if field is not None and field.value is not None:
                return self._class_value(field, cls, scope)
            if name in cls.classes:
                return ClassValue(cls.classes[name])
        if name in self.vocabulary.names and cls is not None and not cls.is_record:
            # A base from outside may have set it.
            if any(not is_module_name(base) and base != "object" for base in cls.outside):
                return self._read_by_name(("obj", ref.index), name, scope, site)
        return Native(ref, name)

    def _flag_of(self, flag: str, ref: Ref, stored: Value, scope: Scope) -> Value:
        term = ("obj", ref.index)
        # Whoever switches a policy on in view may do so: that the builder asks is what counts, not what it is told.
        policy = flag in self.vocabulary.policies
        pairs: list[tuple[Condition, Value]] = []
        for condition, option in options(stored, scope.known):
            match option:
                case Const(inner) if inner is None or isinstance(inner, bool | int):
                    pairs.append((condition, Flag(flag, term, None if policy else bool(inner))))
                case Flag():
                    pairs.append((condition, option if option.name == flag else Flag(flag, term)))
                case _:
                    pairs.append((condition, Flag(flag, term)))
        return choose(pairs, scope.known)

    def _bound(self, function: FunctionInfo, cls: ClassInfo, value: Value, scope: Scope, site: Site) -> Value:
        if function.decorated(*_PROPERTY):
            return self.invoke(function, value, (), scope, site)
        if function.decorated("staticmethod"):
            return FunctionValue(function)
        if function.decorated("classmethod"):
            return Method(function, ClassValue(cls))
        return Method(function, value)

    # --- classes

    def _of_class(self, cls: ClassInfo, name: str, scope: Scope) -> Value:
        overlay = scope.frame.overlays.get(("class", cls.qualname), {}).get(name)
        if overlay is not None:
            return overlay
        function = cls.method(name)
        if function is not None:
            if function.decorated("classmethod"):
                return Method(function, ClassValue(cls))
            return FunctionValue(function)
        for base in cls.mro:
            if name in base.classes:
                return ClassValue(base.classes[name])
        field = cls.field(name)
        if field is not None and field.value is not None:
            return self._class_value(field, cls, scope)
        if name == "__name__":
            return Const(cls.name)
        return Native(ClassValue(cls), name)

    def _of_super(self, cls: ClassInfo, self_value: Value, name: str, scope: Scope, site: Site) -> Value:
        actual = self.class_of(self_value, scope)
        order = actual.mro if actual is not None and cls in actual.mro else cls.mro
        for base in order[order.index(cls) + 1 :]:
            if name in base.methods:
                function = base.methods[name]
                owner = actual or cls
                if isinstance(self_value, ClassValue) and not function.decorated("staticmethod"):
                    return Method(function, self_value)
                return self._bound(function, owner, self_value, scope, site)
            if name in base.fields and base.fields[name].value is not None:
                return self._class_value(base.fields[name], cls, scope)
        return Native(self_value, f"super.{name}")

    def class_of(self, value: Value, scope: Scope) -> ClassInfo | None:
        """The class of an object, or the class itself."""
        match value:
            case ClassValue(cls):
                return cls
            case Symbol(cls=cls):
                return cls
            case Ref():
                made = self.object(value, scope.frame)
                return made.cls if isinstance(made, Instance) and isinstance(made.cls, ClassInfo) else None
            case _:
                return None

    def _class_value(self, field: Field, cls: ClassInfo, scope: Scope) -> Value:
        """The value of a class-body name."""
        assert field.value is not None
        key = ("class value", field.owner.qualname, field.name, field.line)
        if key not in scope.frame.globals:
            scope.frame.globals[key] = UNKNOWN
            inner = Scope(scope.frame, field.owner.module, label=field.owner.name, owner=field.owner)
            self._class_names(field, inner)
            scope.frame.globals[key] = self.evaluate(field.value, inner)
        return scope.frame.globals[key]

    def _class_names(self, field: Field, inner: Scope) -> None:
        """In a class body, the names above are visible."""
        for name, klass in field.owner.classes.items():
            inner.names[name] = ClassValue(klass)
        for name, other in field.owner.fields.items():
            plain = isinstance(other.value, facts.Name | facts.SequenceLiteral | facts.Constant | facts.DictLiteral)
            if plain and other.value is not None and other.line < field.line:
                inner.names[name] = self.evaluate(other.value, inner)

    # --- modules

    def global_value(self, module: ModuleInfo, name: str, scope: Scope) -> Value:
        """What a name means at the top level of a module; a builtin where the module binds none."""
        found = module.lookup(name)
        if not found:
            return ExternalValue(f"builtins.{name}")
        if len(found) == 1:
            return self.symbol_value(found[0], scope)
        number = (module.name, name)
        pairs: list[tuple[Condition, Value]] = []
        for place, symbol in enumerate(reversed(found)):
            value = self.symbol_value(symbol, scope)
            if not (isinstance(value, Const) and value.value is None):
                pairs.append((literal(("any", number, place)), value))
        return choose(pairs) if pairs else NONE

    def symbol_value(self, symbol: Meaning, scope: Scope) -> Value:
        """The value of what a name means."""
        match symbol:
            case ClassInfo():
                return ClassValue(symbol)
            case FunctionInfo():
                return FunctionValue(symbol)
            case ModuleInfo():
                return ModuleValue(symbol)
            case External(name):
                return ExternalValue(name)
            case GlobalName(module, name):
                return self._global_object(module, name, scope)

    def _global_object(self, module: ModuleInfo, name: str, scope: Scope) -> Value:
        """A module-level name's value, evaluated anew for each frame: what one builder does to it, others don't see."""
        key = ("global", module.path, name)
        if key in scope.frame.globals:
            return scope.frame.globals[key]
        scope.frame.globals[key] = UNKNOWN
        inner = Scope(scope.frame, module, label=module.name)
        for binding in module.bindings.get(name, ()):
            if isinstance(binding, facts.Assign):
                self.run([binding], inner)
        value = inner.names.get(name, UNKNOWN)
        scope.frame.globals[key] = value
        if isinstance(value, Ref):
            held = self.object(value, scope.frame)
            if isinstance(held, Instance):
                held.common = True
            inner.names = {name: value}
            for statement in module.changes.get(name, ()):
                self.run([statement], inner)
            self.registered(module, name, value, inner)
        if isinstance(value, Unknown | Symbol) and name in self.vocabulary.names:
            value = Config(("global", module.name, name))
            scope.frame.globals[key] = value
        return value

    # --- writing

    def set_attribute(
        self, target: Value, name: str, value: Value, scope: Scope, site: Site, call: Site | None = None
    ) -> None:
        """``target.name = value``; ``call`` is the call whose result is assigned, where it is one."""
        for option in self.every(target, scope):
            self._set(option, name, value, scope, site, call)

    def _set(self, target: Value, name: str, value: Value, scope: Scope, site: Site, call: Site | None) -> None:
        if name in self.vocabulary.names and value == UNKNOWN:
            value = Config(("site", *site), (self.origin(scope, site, scope.label),))
        hop = Hop("store", site, None, scope.label, scope.identity)
        self._note_store(target, name, value, scope, site, False)
        if isinstance(target, Symbol):
            overlay = scope.frame.overlays.setdefault(target.term, {})
            overlay[name] = overwrite(overlay.get(name, MISSING), scope.known, value)
            scope.frame.written.add((target.term, name))
        elif isinstance(target, ClassValue):
            overlay = scope.frame.overlays.setdefault(("class", target.cls.qualname), {})
            overlay[name] = value
        elif isinstance(target, Ref):
            made = self.object(target, scope.frame)
            if isinstance(made, Instance):
                when = beyond(scope.known, made.born)
                fresh = handed(value, hop)
                old = made.fields.get(name, MISSING)
                made.fields[name] = overwrite(old, when, fresh)
                made.changed = True
                if name in self.vocabulary.flag_fields and isinstance(value, Const):
                    made.later[name] = bool(value.value)
                self.place(fresh, Assignment(site, call, scope.identity, scope.known), scope)

    def delete_attribute(self, target: Value, name: str, scope: Scope, site: Site, taken: bool = False) -> None:
        """``del target.name``; ``taken`` where somebody is given what it held."""
        self._note_store(target, name, MISSING, scope, site, taken)
        if isinstance(target, Symbol):
            overlay = scope.frame.overlays.setdefault(target.term, {})
            overlay[name] = overwrite(overlay.get(name, MISSING), scope.known, NONE)
            scope.frame.written.add((target.term, name))
        elif isinstance(target, Ref):
            made = self.object(target, scope.frame)
            if isinstance(made, Instance):
                made.fields[name] = MISSING
                made.changed = True

    def _note_store(self, target: Value, name: str, value: Value, scope: Scope, site: Site, taken: bool) -> None:
        """Note that an attribute is set or deleted, where it may hold a config before or afterwards."""
        before = self._held(target, name, scope, site) if self.may_be_nothing(value, scope) else UNKNOWN
        known = self.carries_config(value, scope) or name in self.vocabulary.names
        if known or self.carries_config(before, scope):
            label, identity = scope.label, scope.identity
            store = Store(target, name, value, scope.known, site, identity, label, before, taken)
            scope.frame.stores.append(store)
            scope.frame.happened(store)

    def may_be_nothing(self, value: Value, scope: Scope) -> bool:
        """Whether a value may be one that stands for no config: None, False, an empty dict, or none at all."""
        for _, option in options(value, scope.known):
            made = self.object(option, scope.frame) if isinstance(option, Ref) else None
            empty = isinstance(made, Mapping) and made.closed and not made.entries
            if empty or isinstance(option, Missing) or (isinstance(option, Const) and not option.value):
                return True
        return False

    def _held(self, target: Value, name: str, scope: Scope, site: Site) -> Value:
        """What an attribute holds now, as far as that can be told without running anything."""
        cls = self.class_of(target, scope)
        if cls is not None and cls.method(name) is not None:
            return UNKNOWN
        if isinstance(target, Symbol):
            declared = cls.field(name) if cls is not None else None
            asked = name in self.vocabulary.names or (declared is not None and declared.annotation is not None)
            return self._of_symbol(target, name, scope, site) if asked else UNKNOWN
        if isinstance(target, ClassValue):
            return self._of_class(target.cls, name, scope)
        made = self.object(target, scope.frame) if isinstance(target, Ref) else None
        if isinstance(made, Instance):
            held = made.fields.get(name, UNKNOWN)
            return made.unset.get(name, held) if held == NONE else held
        return UNKNOWN

    def place(self, value: Value, assignment: Assignment, scope: Scope) -> None:
        """Note on modules, also those inside a list or a container, which statement put them where they are."""
        for _, option in options(value):
            if not isinstance(option, Ref):
                continue
            made = self.object(option, scope.frame)
            if isinstance(made, Instance):
                if made.placed is None:
                    made.placed = assignment
                    scope.frame.happened(assignment)
                inner = [*made.items, *(v for k, v in made.fields.items() if k.startswith("["))]
                if isinstance(made.cls, str):
                    for item in inner:
                        self.place(item, assignment, scope)

    def carries_config(self, value: Value, scope: Scope) -> bool:
        """Whether a value may be a config."""
        return any(isinstance(option, Config) for _, option in options(value, scope.known))

    # --- annotations

    def annotated(self, annotation: facts.Expression | None, module: ModuleInfo, term: Term) -> Value | None:
        """What a parameter or field of this annotation is; None where the annotation says nothing of use."""
        return self._annotated(annotation, module, term, 0)

    def _annotated(
        self, annotation: facts.Expression | None, module: ModuleInfo, term: Term, depth: int
    ) -> Value | None:
        if depth > 12:
            return None
        match annotation:
            case facts.Name() | facts.Attribute():
                return self._annotated_name(annotation, module, term, depth)
            case facts.Constant(value) if isinstance(value, str):
                return self._annotated(Extractor.parse_annotation(value), module, term, depth + 1)
            case facts.Binary(operator="|", left=left, right=right):
                parts = [self._annotated(part, module, term, depth + 1) for part in (left, right)]
                return self._union([part for part in parts if part is not None], term)
            case facts.Subscript(value, index):
                return self._annotated_generic(value, index, module, term, depth)
            case _:
                return None

    def _annotated_name(self, name: facts.Expression, module: ModuleInfo, term: Term, depth: int) -> Value | None:
        for symbol in reversed(self.project.resolve_all(name, module)):
            if self.vocabulary.is_type(symbol):
                return Config(term)
            if isinstance(symbol, ClassInfo):
                return Symbol(term, symbol)
            if isinstance(symbol, GlobalName):
                for binding in symbol.module.bindings.get(symbol.name, ()):
                    if isinstance(binding, facts.Assign):
                        return self._annotated(self._bound_of(binding.value), symbol.module, term, depth + 1)
        return None

    def _bound_of(self, value: facts.Expression | None) -> facts.Expression | None:
        """``TypeVar("T", bound=X)`` and ``NewType("N", X)`` stand for X."""
        if isinstance(value, facts.Call):
            for argument in value.arguments:
                if argument.name == "bound":
                    return argument.value
            if len(value.arguments) == 2 and value.arguments[1].name is None:
                return value.arguments[1].value
            return None
        return value

    def _annotated_generic(
        self, value: facts.Expression, index: facts.Expression, module: ModuleInfo, term: Term, depth: int
    ) -> Value | None:
        name = value.name if isinstance(value, facts.Attribute) else value.id if isinstance(value, facts.Name) else ""
        parts = index.elements if isinstance(index, facts.SequenceLiteral) else [index]
        if name in ("Optional", "Final", "ClassVar", "Required", "NotRequired", "InstanceOf"):
            return self._annotated(index, module, term, depth + 1)
        if name == "Annotated":
            return self._annotated(parts[0], module, term, depth + 1)
        if name == "Union":
            found = [self._annotated(part, module, term, depth + 1) for part in parts]
            return self._union([part for part in found if part is not None], term)
        if name in ("type", "Type"):
            inner = self._annotated(parts[0], module, term, depth + 1)
            kinds = [kind for _, kind in options(inner)] if inner is not None else []
            classes: list[Value] = [
                ClassValue(kind.cls) for kind in kinds if isinstance(kind, Symbol) and kind.cls is not None
            ]
            return self._union(classes, term) if classes else UNKNOWN
        if name in _CONTAINERS:
            item = parts[-1] if name in _KEYED else parts[0]
            element = self._annotated(item, module, ("field", term, "[]"), depth + 1)
            return Symbol(term, None, False, element) if element is not None else None
        return self._annotated(value, module, term, depth + 1)

    def _union(self, parts: list[Value], term: Term) -> Value | None:
        flat = list(dict.fromkeys(kind for part in parts for _, kind in options(part)))
        if not flat:
            return None
        configs = [kind for kind in flat if isinstance(kind, Config)]
        if configs:
            return configs[0]
        return flat[0] if len(flat) == 1 else _one_of(flat, term)

    # --- fields

    def fields_of(self, value: Value, scope: Scope) -> dict[str, Value] | None:
        """An object's fields by name, for a dump; None where they can't be told."""
        site = self.site(scope, 0, 0)
        if isinstance(value, Symbol):
            if value.cls is None:
                return None
            names = self._field_names(value.cls)
            if names is None:
                return None
            written = scope.frame.overlays.get(value.term, {})
            return {name: self._attribute(value, name, scope, site) for name in [*names, *written]}
        if isinstance(value, Ref):
            made = self.object(value, scope.frame)
            if isinstance(made, Instance):
                return {name: self._attribute(value, name, scope, site) for name in made.fields}
        return None

    def _field_names(self, cls: ClassInfo) -> list[str] | None:
        if cls.is_record:
            return list(cls.record_fields)
        result = self.constructed(cls)
        if result is None or not isinstance(result.returned, Ref):
            return None
        made = result.heap[result.returned.index]
        return list(made.fields) if isinstance(made, Instance) else None

    def default_of(self, field: Field, scope: Scope) -> Value:
        """The default that a record gives to a field: ``field(default_factory=...)`` and its kin are looked into."""
        value = field.default
        if value is None:
            return UNKNOWN
        if isinstance(value, facts.Call) and declares_field(value):
            for argument in value.arguments:
                if argument.name in ("default_factory", "factory") or last_name(value.function) == "Factory":
                    inner = Scope(scope.frame, field.owner.module, label=field.owner.name)
                    made = self.evaluate(argument.value, inner)
                    return self.call(made, (), inner, self.site(inner, argument.line, argument.column))
                if argument.name == "default" or (argument.name is None and argument.stars == 0):
                    inner = Scope(scope.frame, field.owner.module, label=field.owner.name)
                    return self.evaluate(argument.value, inner)
            return UNKNOWN
        return self._class_value(field, field.owner, scope)


def _guarded(value: Value, config: Config, term: Term) -> Value:
    """A config that was stored where a flag is set is there only if the flag is, whichever object it belongs to."""
    guards = []
    for condition, option in options(value):
        if isinstance(option, Config):
            flags = {(("flag", atom[1], ("of", term)), sign) for atom, sign in condition.literals if atom[0] == "flag"}
            if not flags:
                return config
            guards.append(Condition(frozenset(flags)))
    return choose([*((guard, config) for guard in guards), (TRUE, NONE)])


def _filled(written: Value, natural: Value, known: Condition) -> list[tuple[Condition, Value]]:
    out: list[tuple[Condition, Value]] = []
    for condition, option in options(written, known):
        if isinstance(option, Missing):
            out.extend(options(natural, condition))
        else:
            out.append((condition, option))
    return out


def _one_of(kinds: list[Value], term: Term) -> Value:
    """A choice between kinds that exclude each other."""
    return choose([(literal(("kind", term, number)), kind) for number, kind in enumerate(kinds)])


_NATIVE_NAMES = frozenset(
    {"items", "keys", "values", "get", "pop", "update", "setdefault", "__setattr__", "__delattr__", "__setitem__",
     "__delitem__"}
)  # fmt: skip
_CONTAINERS = frozenset(
    {"list", "List", "tuple", "Tuple", "set", "Set", "Sequence", "Iterable", "Iterator", "Collection", "frozenset",
     "dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "deque"}
)  # fmt: skip
_KEYED = frozenset({"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict"})
