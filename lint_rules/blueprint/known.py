"""What the evaluator knows of Python itself, of dataclasses, pydantic and torch: functions and methods by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lint_rules.blueprint.conditions import TRUE, literal
from lint_rules.blueprint.core import Core
from lint_rules.blueprint.frame import Given, Instance, Mapping, Object, Scope
from lint_rules.blueprint.frame import Sequence as Items
from lint_rules.blueprint.values import (
    MISSING,
    NONE,
    UNKNOWN,
    ClassValue,
    Closure,
    Config,
    Const,
    Flag,
    Hop,
    Missing,
    Native,
    Partial,
    Passed,
    Ref,
    Symbol,
    Unknown,
    Value,
    choose,
    options,
    transform,
)
from lint_rules.project.site import Site
from lint_rules.project.symbols import External, is_module_name

_CHANGES = frozenset({"update", "__setattr__", "__delattr__", "__setitem__", "__delitem__"})
_VALIDATORS = frozenset({"model_validate", "parse_obj"})
_RECURSIVE_DUMPS = frozenset({"model_dump", "dict", "asdict", "to_dict", "_asdict", "to_diff_dict"})


class Known(Core):
    """Natives (methods of dicts, lists, objects) and externals (functions from outside)."""

    copies: int

    # --- methods

    def native(self, target: Value, name: str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """Call a method that the evaluator knows itself."""
        given = [passed.value for passed in arguments if passed.name is None and passed.stars == 0]
        if isinstance(target, Ref):
            made = self.object(target, scope.frame)
            if isinstance(made, Mapping):
                if made.view is not None:
                    self._change_view(made.view, name, given, arguments, scope, site)
                return self._of_mapping(target, made, name, given, arguments, scope)
            if isinstance(made, Items):
                return self._of_sequence(target, made, name, given, scope, site)
            return self._of_instance(target, made, name, given, arguments, scope, site)
        if isinstance(target, Symbol):
            return self._of_symbolic(target, name, given, arguments, scope, site)
        if isinstance(target, ClassValue) and target.cls.is_validated and name in ("model_construct", "construct"):
            return self.construct(target.cls, arguments, scope, site)
        if isinstance(target, ClassValue) and target.cls.is_validated and name in _VALIDATORS and arguments:
            return self.validated(arguments[0].value, target.cls, arguments[0], scope)
        if isinstance(target, ClassValue) and name == "__new__":
            return scope.frame.add(Instance(target.cls, born=scope.known))
        self.opaque_call(target, arguments, scope, site)
        return UNKNOWN

    def _of_mapping(
        self,
        ref: Ref,
        made: Mapping,
        name: str,
        given: list[Value],
        arguments: Sequence[Passed],
        scope: Scope,
    ) -> Value:
        match name:
            case "pop" | "get" | "setdefault":
                return self._take(made, name, given, scope)
            case "update":
                for value in given:
                    self.merge(made, value, scope)
                _, keywords, more = self.spread(arguments, scope)
                for passed in keywords:
                    self.put(made, passed.name or "", passed.value, scope)
                made.closed = made.closed and not (more and not keywords)
                made.changed = True
                return NONE
            case "items":
                pairs: list[Value] = []
                for key, entry in made.entries.items():
                    if entry != MISSING:
                        value = choose([(c, v) for c, v in options(entry, scope.known) if not isinstance(v, Missing)])
                        pairs.append(scope.frame.add(Items([Const(key), value], "tuple", True, scope.known)))
                if not made.closed:
                    pairs.append(scope.frame.add(Items([UNKNOWN, made.rest], "tuple", True, scope.known)))
                return scope.frame.add(Items(pairs, "list", made.closed, scope.known))
            case "keys":
                keys: list[Value] = [Const(key) for key, entry in made.entries.items() if entry != MISSING]
                return scope.frame.add(Items(keys, "set", made.closed, scope.known))
            case "values":
                values = [entry for entry in made.entries.values() if entry != MISSING]
                return scope.frame.add(Items(values, "list", made.closed, scope.known))
            case "copy":
                return self.copy_of(ref, {}, scope)
            case "clear":
                made.entries.clear()
                made.closed, made.changed = True, True
                return NONE
            case _:
                return UNKNOWN

    def _take(self, made: Mapping, name: str, given: list[Value], scope: Scope) -> Value:
        key = given[0] if given else UNKNOWN
        default: Value = given[1] if len(given) > 1 else NONE
        if not isinstance(key, Const):
            pairs = [(literal(("any", id(made), k)), v) for k, v in made.entries.items() if v != MISSING]
            return choose([*pairs, (TRUE, default)]) if pairs else UNKNOWN
        text = str(key.value)
        entry = made.entries.get(text)
        if entry is None:
            found: Value = default if made.closed else UNKNOWN
            if not made.closed and text in self.vocabulary.names and name != "setdefault":
                found = Config(("field", ("site", scope.module.path, 0, 0), text))
        else:
            found = choose(
                [(c, default if isinstance(v, Missing) else v) for c, v in options(entry, scope.known)], scope.known
            )
        if name == "pop":
            self.put(made, text, MISSING, scope)
        elif name == "setdefault":
            self.put(made, text, found, scope)
        return found

    def _of_sequence(self, ref: Ref, made: Items, name: str, given: list[Value], scope: Scope, site: Site) -> Value:
        match name:
            case "append" | "add" | "insert" if given:
                made.items.append(choose([(scope.known, given[-1])], made.born))
                made.changed = True
            case "extend" | "update" if given:
                items, closed = self.iterate(given[0], scope)
                made.items.extend(items)
                made.closed, made.changed = made.closed and closed, True
            case "copy":
                return scope.frame.add(Items(list(made.items), made.kind, made.closed, scope.known))
            case "union" if given:
                items, closed = self.iterate(given[0], scope)
                return scope.frame.add(Items([*made.items, *items], made.kind, made.closed and closed, scope.known))
            case "pop":
                return self.item(ref, given[0] if given else Const(-1), scope)
            case _:
                return UNKNOWN
        return NONE

    def _of_instance(
        self,
        ref: Ref,
        made: Instance,
        name: str,
        given: list[Value],
        arguments: Sequence[Passed],
        scope: Scope,
        site: Site,
    ) -> Value:
        match name:
            case "append" | "insert" if given:
                self.hold(made, given[-1], scope, site, None)
                return NONE
            case "extend" if given:
                for item in self.iterate(given[0], scope)[0]:
                    self.hold(made, item, scope, site, None)
                return NONE
            case "__delattr__" if given and isinstance(given[0], Const):
                self.delete_attribute(ref, str(given[0].value), scope, site)
                return NONE
            case "add_module" | "register_module" | "__setattr__":
                values = {passed.name: passed.value for passed in arguments if passed.name}
                key = given[0] if given else values.get("name", UNKNOWN)
                value = given[1] if len(given) > 1 else values.get("module", UNKNOWN)
                if isinstance(key, Const) and isinstance(key.value, str):
                    call = _call_at(arguments)
                    self.set_attribute(ref, key.value, value, scope, site, call)
                else:
                    self.hold(made, value, scope, site, None)
                return NONE
            case "update" if isinstance(made.cls, str) and given:
                for option in self.every(given[0], scope):
                    mapping = self.as_mapping(option, scope)
                    for key_name, entry in (mapping.entries if mapping else {}).items():
                        self.set_attribute(ref, f"[{key_name}]", entry, scope, site, None)
                return NONE
            case "values" | "children" | "modules":
                return scope.frame.add(Items(self.iterate(ref, scope)[0], "list", False, scope.known))
            case "items" | "named_children" | "named_modules":
                pairs: list[Value] = [
                    scope.frame.add(Items([UNKNOWN, item], "tuple", True, scope.known))
                    for item in self.iterate(ref, scope)[0]
                ]
                return scope.frame.add(Items(pairs, "list", False, scope.known))
            case "pop" | "__getitem__":
                return self.item(ref, given[0] if given else UNKNOWN, scope)
            case "to" | "cuda" | "cpu" | "eval" | "train" | "requires_grad_" | "half" | "bfloat16" | "float" | "apply":
                return ref
            case "get_submodule" if given and isinstance(given[0], Const):
                value = ref
                for part in str(given[0].value).split("."):
                    value = self.attribute(value, part, scope, site)
                return value
        if name.startswith("super."):
            return self._super_native(ref, name.removeprefix("super."), given, arguments, scope, site)
        if name in _RECURSIVE_DUMPS:
            return self._dump_call(ref, name, arguments, scope)
        if name in ("model_copy", "copy", "_replace", "replace", "clone", "__copy__", "__deepcopy__"):
            changes = self._changes(name, given, arguments, scope)
            return self.copy_of(ref, changes, scope, _is_deep(name, arguments))
        return self.opaque_call(UNKNOWN, arguments, scope, site)

    def _super_native(
        self, ref: Value, name: str, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> Value:
        """``super().name(...)`` where the name lies outside the project."""
        if name == "__init__":
            cls = self.class_of(ref, scope)
            made = self.object(ref, scope.frame) if isinstance(ref, Ref) else None
            if isinstance(made, Instance) and cls is not None:
                if cls.is_record:
                    for passed in self.spread(arguments, scope)[1]:
                        made.fields[passed.name or ""] = passed.value
                else:
                    for passed in arguments:
                        self.contain(made, passed.value, scope, passed.stars)
                        value = self.promoted(passed.name or "", passed, scope.module)
                        if passed.name in self.vocabulary.names:
                            made.fields[passed.name or ""] = value
            return NONE
        if isinstance(ref, Ref):
            return self.native(ref, name, arguments, scope, site)
        return self.opaque_call(UNKNOWN, arguments, scope, site)

    def _of_symbolic(
        self,
        target: Symbol,
        name: str,
        given: list[Value],
        arguments: Sequence[Passed],
        scope: Scope,
        site: Site,
    ) -> Value:
        if name.startswith("super."):
            return self._super_native(target, name.removeprefix("super."), given, arguments, scope, site)
        if name in ("get", "pop") and given and isinstance(given[0], Const) and target.element is None:
            key = str(given[0].value)
            if target.cls is None or target.cls.method(name) is None:
                value = self.attribute(target, key, scope, site)
                if name == "pop" and self.carries_config(value, scope):
                    self.delete_attribute(target, key, scope, site, scope.discards != site)
                if not isinstance(value, Symbol):
                    return value
                return Symbol(("field", target.term, key)) if key not in self.vocabulary.names else value
        if name in _CHANGES:
            self._change_symbol(target, name, given, arguments, scope, site)
            return NONE
        if name in _RECURSIVE_DUMPS:
            return self._dump_call(target, name, arguments, scope)
        if name in ("model_copy", "copy", "_replace", "deepcopy", "replace", "__copy__", "__deepcopy__", "clone"):
            changes = self._changes(name, given, arguments, scope)
            return self.copy_of(target, changes, scope, _is_deep(name, arguments))
        if name in ("values", "get", "pop", "setdefault", "__getitem__") and target.element is not None:
            if name != "values":
                return target.element
            return Symbol(target.term, None, False, target.element)
        if name == "items" and target.element is not None:
            pair = scope.frame.add(Items([UNKNOWN, target.element], "tuple", True, scope.known))
            return scope.frame.add(Items([pair], "list", False, scope.known))
        return self.opaque_call(target, arguments, scope, site)

    def _change_symbol(
        self, target: Symbol, name: str, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> None:
        """A method that changes an object, which was not built in view, from outside."""
        key = given[0].value if given and isinstance(given[0], Const) else None
        if name == "update":
            changes = scope.frame.add(Mapping(born=scope.known))
            self.native(changes, "update", arguments, scope, site)
            self.update_symbol(target, changes, scope, site)
        elif isinstance(key, str) and name in ("__setattr__", "__setitem__") and len(given) == 2:
            self.set_attribute(target, key, given[1], scope, site, _call_at(arguments))
        elif isinstance(key, str) and name in ("__delattr__", "__delitem__"):
            self.delete_attribute(target, key, scope, site)

    def update_symbol(self, target: Value, changes: Value, scope: Scope, site: Site) -> None:
        """``target.update(changes)`` for an object that was not built in view, as far as configs are concerned."""
        mapping = self.as_mapping(changes, scope)
        for key, entry in mapping.entries.items() if mapping is not None else ():
            if key in self.vocabulary.names:
                before = scope.condition
                for condition, option in options(entry, scope.known):
                    if not isinstance(option, Missing):
                        scope.condition = condition
                        self.set_attribute(target, key, option, scope, site)
                scope.condition = before

    def _change_view(
        self, owner: Value, name: str, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> None:
        """A method of an object's own ``__dict__``."""
        key = given[0].value if given and isinstance(given[0], Const) else None
        if name == "pop" and isinstance(key, str):
            self.delete_attribute(owner, key, scope, site, scope.discards != site)
        elif name == "update":
            changes = scope.frame.add(Mapping(born=scope.known))
            self.native(changes, "update", arguments, scope, site)
            self.update_symbol(owner, changes, scope, site)

    def _changes(self, name: str, given: list[Value], arguments: Sequence[Passed], scope: Scope) -> dict[str, Value]:
        """What a copy is given that the original had otherwise."""
        out: dict[str, Value] = {}
        for passed in arguments:
            if passed.name == "update":
                mapping = self.as_mapping(passed.value, scope)
                out.update(mapping.entries if mapping is not None else {})
        if name in ("_replace", "replace"):
            _, keywords, _ = self.spread(arguments, scope)
            out.update({passed.name or "": passed.value for passed in keywords})
        return out

    # --- dumps and copies

    def _dump_call(self, target: Value, name: str, arguments: Sequence[Passed], scope: Scope) -> Value:
        dumped = self.dump(target, scope, True)
        if not isinstance(dumped, Ref):
            return dumped
        mapping = self.object(dumped, scope.frame)
        assert isinstance(mapping, Mapping)
        for passed in arguments:
            if passed.name in ("exclude", "include"):
                names = self._names(passed.value, scope)
                if names is None:
                    # Which keys are left can't be told: nothing is said about flags.
                    for key, entry in list(mapping.entries.items()):
                        if any(isinstance(option, Flag) for _, option in options(entry)):
                            mapping.entries[key] = MISSING
                    continue
                for key in list(mapping.entries):
                    if (key in names) is (passed.name == "exclude"):
                        del mapping.entries[key]
        return dumped

    def _names(self, value: Value, scope: Scope) -> set[str] | None:
        """The names in a set, list, tuple or dict of constants."""
        if isinstance(value, Const) and value.value is None:
            return set()
        if not isinstance(value, Ref):
            return None
        made = self.object(value, scope.frame)
        if isinstance(made, Mapping):
            return set(made.entries) if made.closed else None
        if isinstance(made, Items) and made.closed and all(isinstance(item, Const) for item in made.items):
            return {str(item.value) for item in made.items if isinstance(item, Const)}
        return None

    def dump(self, value: Value, scope: Scope, deep: bool) -> Value:
        """An object's fields as a dict; with ``deep``, objects in it are dicts as well."""

        def one(option: Value) -> Value:
            if isinstance(option, Ref) and isinstance(self.object(option, scope.frame), Mapping):
                return self.copy_of(option, {}, scope)
            fields = self.fields_of(option, scope)
            if fields is None:
                return scope.frame.add(Mapping(closed=False, born=scope.known))
            made = Mapping(born=scope.known)
            ref = scope.frame.add(made)
            for name, entry in fields.items():
                made.entries[name] = self._nested(entry, scope, 0) if deep else entry
            return ref

        return self.each(value, scope, one)

    def view(self, value: Value, scope: Scope) -> Value:
        """An object's own ``__dict__``: what is done to it is done to the object."""
        dumped = self.dump(value, scope, False)
        made = self.object(dumped, scope.frame) if isinstance(dumped, Ref) else None
        if isinstance(made, Mapping) and isinstance(value, Symbol | Ref):
            made.view = value
        return dumped

    def _nested(self, value: Value, scope: Scope, depth: int) -> Value:
        def one(option: Value) -> Value:
            known = isinstance(option, Symbol) and option.cls is not None and option.cls.is_record
            built = isinstance(option, Ref) and isinstance(self.object(option, scope.frame), Instance)
            if not (known or built) or depth > 3:
                return option
            fields = self.fields_of(option, scope)
            if fields is None:
                return option
            made = Mapping(born=scope.known)
            ref = scope.frame.add(made)
            for name, entry in fields.items():
                made.entries[name] = self._nested(entry, scope, depth + 1)
            return ref

        return self.each(value, scope, one)

    def copy_of(self, value: Value, changes: dict[str, Value], scope: Scope, deep: bool = False) -> Value:
        """A private copy of an object: nobody else sees what is done to it; to what is inside it, if it is a deep one."""
        done: dict[int, Ref] = {}

        def one(option: Value) -> Value:
            if isinstance(option, Ref):
                return self._copy_object(option, changes, scope, done if deep else None)
            if isinstance(option, Symbol):
                self.copies += 1
                term = ("deepcopy" if deep else "copy", option.term, self.copies)
                overlay = scope.frame.overlays
                overlay[term] = {**overlay.get(option.term, {})}
                copied = Symbol(term, option.cls, option.exact, option.element)
                site = self.site(scope, 0, 0)
                if option.cls is None or not option.cls.is_record:
                    for name in self.vocabulary.names:
                        overlay[term].setdefault(name, self.attribute(option, name, scope, site))
                else:
                    for name in option.cls.all_fields:
                        original = self.attribute(option, name, scope, site)
                        if isinstance(original, Config | Flag):
                            overlay[term].setdefault(name, original)
                overlay[term].update(changes)
                return copied
            return option

        return self.each(value, scope, one)

    def _copy_object(self, ref: Ref, changes: dict[str, Value], scope: Scope, done: dict[int, Ref] | None) -> Value:
        """``done`` holds what a deep copy has copied so far; without it, what is inside stays shared."""
        if done is not None and ref.index in done:
            return done[ref.index]
        made = self.object(ref, scope.frame)
        copied: Object
        if isinstance(made, Mapping):
            copied = Mapping({**made.entries, **changes}, made.closed, made.rest, scope.known)
        elif isinstance(made, Items):
            copied = Items(list(made.items), made.kind, made.closed, scope.known)
        else:
            fields = {**made.fields, **changes}
            copied = Instance(made.cls, fields, list(made.items), made.counted, made.construction, born=scope.known)
            copied.site, copied.settled, copied.told = made.site, made.settled, made.told
            copied.later = made.later | {n: bool(v.value) for n, v in changes.items() if isinstance(v, Const)}
        mine = scope.frame.add(copied)
        if done is not None:
            done[ref.index] = mine
            self._copy_inside(copied, set(changes), scope, done)
        return mine

    def _copy_inside(self, made: Object, given: set[str], scope: Scope, done: dict[int, Ref]) -> None:
        """Copy what is inside an object as well, but for what the copy was ``given``."""

        def one(option: Value) -> Value:
            return self._copy_object(option, {}, scope, done) if isinstance(option, Ref) else option

        if isinstance(made, Instance | Items):
            made.items = [transform(item, one) for item in made.items]
        held = made.fields if isinstance(made, Instance) else made.entries if isinstance(made, Mapping) else {}
        held.update({name: transform(value, one) for name, value in held.items() if name not in given})

    # --- functions from outside

    def external(self, name: str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """Call something from outside the project."""
        if self.vocabulary.is_type(External(name)):
            return Config(("site", *site), (self.origin(scope, site, name.split(".")[-1]),))
        known = _FUNCTIONS.get(name)
        given = [passed.value for passed in arguments if passed.name is None and passed.stars == 0]
        if known is not None:
            return known(self, given, arguments, scope, site)
        if name.split(".")[-1] == "deepcopy" and given:
            return self.copy_of(given[0], {}, scope, True)
        owner, _, method = name.rpartition(".")
        if method[:1].islower() and owner and self.vocabulary.is_type(External(owner)):
            return Config(("site", *site), (self.origin(scope, site, name.split(".")[-1]),))
        return self._built_outside(name, arguments, scope, site)

    def _built_outside(self, name: str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """A class or a factory from outside: it makes something that holds what it was given."""
        positional, keywords, _ = self.spread(arguments, scope)
        given = [Given(p.name, self.promoted(p.name or "", p, scope.module), p.hop) for p in [*positional, *keywords]]
        for passed in arguments:
            for option in self.every(passed.value, scope):
                if isinstance(option, Closure):
                    self.enter(option, (), scope)
        weighty = any(self.weighs(each.value, scope) for each in given)
        if not (is_module_name(name) or weighty):
            return UNKNOWN
        instance = Instance(name, born=scope.known)
        ref = scope.frame.add(instance)
        instance.construction = self.record(name, given, scope, site, (ref,))
        if name.startswith("torch.nn."):
            for passed in arguments:
                if passed.stars == 1:
                    items, closed = self.iterate(passed.value, scope)
                    instance.items.extend(items)
                    instance.counted = instance.counted and closed
                else:
                    self.contain(instance, passed.value, scope, passed.stars)
        return ref

    def _new_dict(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        made = Mapping(born=scope.known)
        ref = scope.frame.add(made)
        for value in given:
            for option in self.every(value, scope):
                if isinstance(option, Symbol) or (
                    isinstance(option, Ref) and isinstance(self.object(option, scope.frame), Instance)
                ):
                    self.merge(made, self.dump(option, scope, False), scope)
                else:
                    self.merge(made, option, scope)
        _, keywords, more = self.spread([p for p in arguments if p.name is not None or p.stars], scope)
        for passed in keywords:
            made.entries[passed.name or ""] = passed.value
        made.closed = made.closed and not more
        return ref

    def _list(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if not given:
            return scope.frame.add(Items(born=scope.known))
        items, closed = self.iterate(given[0], scope)
        return scope.frame.add(Items(list(items), "list", closed, scope.known))

    def _enumerate(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        items, closed = self.iterate(given[0], scope) if given else ([UNKNOWN], False)
        pairs: list[Value] = [scope.frame.add(Items([UNKNOWN, item], "tuple", True, scope.known)) for item in items]
        return scope.frame.add(Items(pairs, "list", closed, scope.known))

    def _zip(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        columns = [self.iterate(value, scope) for value in given]
        if columns and all(closed for _, closed in columns):
            rows = [list(row) for row in zip(*(items for items, _ in columns), strict=False)]
            closed = True
        else:
            known = [items for items, closed in columns if closed]
            length = max((len(items) for items in known), default=1)
            rows = [
                [items[number] if number < len(items) else (items[0] if items else UNKNOWN) for items, _ in columns]
                for number in range(max(length, 1))
            ]
            closed = False
        pairs: list[Value] = [scope.frame.add(Items(row, "tuple", True, scope.known)) for row in rows]
        return scope.frame.add(Items(pairs, "list", closed, scope.known))

    def _getattr(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if len(given) < 2 or not isinstance(given[1], Const) or not isinstance(given[1].value, str):
            return UNKNOWN
        self.consult(given[0], given[1].value, scope)
        value = self.attribute(given[0], given[1].value, scope, site)
        if isinstance(value, Native | Unknown) and len(given) > 2:
            return given[2]
        return value

    def _setattr(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if len(given) == 3 and isinstance(given[1], Const) and isinstance(given[1].value, str):
            self.set_attribute(given[0], given[1].value, given[2], scope, site, _call_at(arguments))
        elif len(given) == 3 and isinstance(given[0], Ref):
            made = self.object(given[0], scope.frame)
            if isinstance(made, Instance):
                self.hold(made, given[2], scope, site, None)
        return NONE

    def _delattr(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if len(given) == 2 and isinstance(given[1], Const) and isinstance(given[1].value, str):
            for target in self.every(given[0], scope):
                self.delete_attribute(target, given[1].value, scope, site)
        return NONE

    def _partial(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if not given:
            return UNKNOWN
        rest = [passed for passed in arguments if passed is not arguments[0]]

        def one(option: Value) -> Value:
            if isinstance(option, ClassValue) and any(self.weighs(passed.value, scope) for passed in rest):
                positional, keywords, _ = self.spread(rest, scope)
                made = [Given(p.name, p.value, p.hop) for p in [*positional, *keywords]]
                construction = self.record(option.cls, made, scope, site)
                if construction is not None:
                    construction.pending = True
            return Partial(option, tuple(rest), site)

        return self.each(given[0], scope, one)

    def _map(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if len(given) < 2:
            return UNKNOWN
        items, closed = self.iterate(given[1], scope)
        hop = Hop("argument", site, site, scope.label, scope.identity)
        made = [self.call(given[0], [Passed(None, 0, item, site, hop)], scope, site) for item in items[:12]]
        return scope.frame.add(Items(made, "list", closed, scope.known))

    def _type(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        return self.attribute(given[0], "__class__", scope, site) if len(given) == 1 else UNKNOWN

    def _vars(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        return self.view(given[0], scope) if given else UNKNOWN

    def _asdict(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if given and any(passed.name == "filter" for passed in arguments):
            # Which keys a filter leaves can't be told.
            return scope.frame.add(Mapping(closed=False, born=scope.known))
        return self.dump(given[0], scope, True) if given else UNKNOWN

    def _copy(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        return self.copy_of(given[0], {}, scope) if given else UNKNOWN

    def _deepcopy(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        return self.copy_of(given[0], {}, scope, True) if given else UNKNOWN

    def _replace(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        return self.copy_of(given[0], self._changes("replace", [], arguments, scope), scope) if given else UNKNOWN

    def _first(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        return given[0] if given else UNKNOWN

    def _cast(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        if len(given) < 2:
            return UNKNOWN
        if isinstance(given[1], Symbol) and given[1].cls is None and isinstance(given[0], ClassValue):
            return Symbol(given[1].term, given[0].cls)
        return given[1]

    def _next(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        items, _ = self.iterate(given[0], scope) if given else ([], False)
        number = len(scope.frame.heap)
        pairs = [(literal(("any", number, place)), item) for place, item in enumerate(items)]
        return choose([*pairs, *([(TRUE, given[1])] if len(given) > 1 else [])]) if pairs else UNKNOWN

    def _fields(self, given: list[Value], arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """``dataclasses.fields``: objects that have a name."""
        value = given[0] if given else UNKNOWN
        cls = self.class_of(value, scope)
        if cls is None:
            return UNKNOWN
        made: list[Value] = [
            scope.frame.add(Instance("dataclasses.Field", {"name": Const(name)}, born=scope.known))
            for name in cls.record_fields
        ]
        return scope.frame.add(Items(made, "tuple", True, scope.known))


def _is_deep(name: str, arguments: Sequence[Passed]) -> bool:
    """Whether a method copies what is inside an object, too."""
    told = [passed.value for passed in arguments if passed.name == "deep"]
    return name in ("deepcopy", "__deepcopy__", "clone") or (bool(told) and told[0] != Const(False))


def _call_at(arguments: Sequence[Passed]) -> Site | None:
    return arguments[-1].site if arguments else None


Handler = Callable[[Known, list[Value], Sequence[Passed], Scope, Site], Value]

_FUNCTIONS: dict[str, Handler] = {
    "builtins.dict": Known._new_dict,
    "collections.OrderedDict": Known._new_dict,
    "builtins.list": Known._list,
    "builtins.tuple": Known._list,
    "builtins.set": Known._list,
    "builtins.frozenset": Known._list,
    "builtins.sorted": Known._list,
    "builtins.reversed": Known._list,
    "builtins.iter": Known._list,
    "builtins.enumerate": Known._enumerate,
    "builtins.zip": Known._zip,
    "builtins.map": Known._map,
    "builtins.next": Known._next,
    "builtins.getattr": Known._getattr,
    "builtins.setattr": Known._setattr,
    "builtins.delattr": Known._delattr,
    "builtins.object.__setattr__": Known._setattr,
    "builtins.object.__delattr__": Known._delattr,
    "builtins.vars": Known._vars,
    "builtins.type": Known._type,
    "functools.partial": Known._partial,
    "dataclasses.asdict": Known._asdict,
    "dataclasses.replace": Known._replace,
    "dataclasses.fields": Known._fields,
    "copy.replace": Known._replace,
    "copy.copy": Known._copy,
    "copy.deepcopy": Known._deepcopy,
    "typing.cast": Known._cast,
    "attr.asdict": Known._asdict,
    "attrs.asdict": Known._asdict,
    "attr.evolve": Known._replace,
    "attrs.evolve": Known._replace,
    "typing.assert_type": Known._first,
    "torch.compile": Known._first,
    "torch.nn.utils.skip_init": Known._first,
}
