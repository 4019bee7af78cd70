"""What ``value.name`` stands for, and what names at the top of a module or a class do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lint_rules.outline.core import Core
from lint_rules.outline.placing import place
from lint_rules.outline.scope import Scope
from lint_rules.outline.texts import PREFIX, Text, hole
from lint_rules.outline.values import (
    ALWAYS,
    UNKNOWN,
    Choice,
    ClassRef,
    Const,
    FunctionRef,
    Mapping,
    ModuleRef,
    Native,
    Object,
    Outer,
    Quant,
    Sequence,
    SuperRef,
    Symbol,
    Value,
    choice,
    options,
)
from lint_rules.project import facts
from lint_rules.project import symbols as project_symbols
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, External, Field, FunctionInfo, ModuleInfo

ITSELF = frozenset({"to", "cuda", "cpu", "eval", "train", "half", "bfloat16", "float", "requires_grad_", "type"})
"""Methods of a module that return it."""
_OF_ANY_MODULE = ITSELF | {"add_module", "register_module", "append", "extend", "insert"}


class Attributes(Core):
    """The part of the drawer that looks names up."""

    def attribute(self, value: Value, name: str, scope: Scope, site: Site | None = None) -> Value:
        """What ``value.name`` stands for."""
        if not isinstance(value, Choice):
            return self._attribute(value, name, scope)
        return choice(self._attribute(each, name, scope) for each in value.options)

    def _attribute(self, value: Value, name: str, scope: Scope) -> Value:
        if value is UNKNOWN:
            return ALWAYS if name in self.vocabulary.names else UNKNOWN
        match value:
            case Object():
                return self._of_object(value, name, scope)
            case ClassRef(ClassInfo() as cls):
                return self._of_class(cls, name, value)
            case Symbol(cls):
                if cls.method(name) is not None:
                    return self._of_symbol(cls, name, value)
                return self.remembered(("declared", cls, name), lambda: self._of_symbol(cls, name, value))
            case ModuleRef(module):
                found = self.project.lookup(module, name, 0)
                return self.meaning(found) if found else UNKNOWN
            case SuperRef():
                return self._above(value, name)
            case Text() if name == "value":
                # A member of an enum: no string has such an attribute.
                return value
            case Text() | Mapping() | Sequence():
                return Native(value, name)
            case ClassRef(str() as full):
                return _outside(f"{full}.{name}")
            case Outer(full):
                return (
                    self.meaning(self.project.member(External(full), name))
                    if "." in full
                    else _outside(f"{full}.{name}")
                )
            case _:
                return ALWAYS if name in self.vocabulary.names else UNKNOWN

    def _of_object(self, value: Object, name: str, scope: Scope) -> Value:
        if name in value.attributes:
            return value.attributes[name]
        if isinstance(value.cls, ClassInfo):
            found = self._of_class(value.cls, name, value)
            if found is not UNKNOWN:
                return found
        if name in _OF_ANY_MODULE:
            return Native(value, name)
        if name in self.vocabulary.names:
            return ALWAYS
        if value.cls is None or self.is_part(value.cls):
            # Something below a module, in which another module may be put.
            inner = Object(None)
            self.touch(value)
            place(inner, value, name)
            value.attributes[name] = inner
            value.lent[name] = inner
            return inner
        return UNKNOWN

    def _of_class(self, cls: ClassInfo, name: str, owner: Value) -> Value:
        """A method, or a name of the class's body, seen from an object or from the class."""
        if name == "__class__":
            return ClassRef(cls)
        method = cls.method(name)
        if method is not None:
            return self._method(method, owner)
        for klass in cls.mro:
            if name in klass.classes:
                return ClassRef(klass.classes[name])
        field = cls.field(name)
        return self.field_value(field) if field is not None and field.value is not None else UNKNOWN

    def _method(self, method: FunctionInfo, owner: Value) -> Value:
        if method.decorated("property", "cached_property"):
            return self.inline(method, owner, (), Site(method.module.path, method.facts.line, 0))
        if method.decorated("staticmethod"):
            return FunctionRef(method)
        if method.decorated("classmethod") and not isinstance(owner, ClassRef):
            cls = owner.cls if isinstance(owner, Object | Symbol) else None
            return FunctionRef(method, ClassRef(cls) if cls is not None else UNKNOWN)
        if isinstance(owner, ClassRef) and not method.decorated("classmethod"):
            return FunctionRef(method)
        return FunctionRef(method, owner)

    def _of_symbol(self, cls: ClassInfo, name: str, owner: Value) -> Value:
        """A field of an object that was not made in view: what its annotation says, or its default's text."""
        if name in self.vocabulary.names:
            return ALWAYS
        field = cls.field(name)
        if name == self.prefix and not _is_label(field):
            # Whoever made the object gave it a name: that nothing stands there by default says nothing.
            return hole(PREFIX) if cls.is_record and not self.is_part(cls) else UNKNOWN
        method = cls.method(name)
        if method is not None:
            return self._method(method, owner)
        if field is None:
            return UNKNOWN
        if field.annotation is not None:
            scope = Scope(field.owner.module, field.owner.name)
            found = choice(self._annotated(field.annotation, scope))
            if found is not UNKNOWN:
                return found
        value = self.field_value(field) if field.value is not None else UNKNOWN
        # A switch is there to be changed; a text is what it says in all likelihood.
        return choice(UNKNOWN if isinstance(each, Const) else each for each in options(value))

    def _above(self, value: SuperRef, name: str) -> Value:
        self_value = value.self
        cls = self_value.cls if isinstance(self_value, Object | Symbol | ClassRef) else None
        order = cls.mro if isinstance(cls, ClassInfo) else value.cls.mro
        after = order[order.index(value.cls) + 1 :] if value.cls in order else value.cls.mro[1:]
        for klass in after:
            if name in klass.methods:
                return FunctionRef(klass.methods[name], self_value)
            if name in klass.fields and klass.fields[name].value is not None:
                return self.field_value(klass.fields[name])
        return Outer(f"super.{name}")

    # --- names at the top

    def meaning(self, symbols: Iterable[project_symbols.Symbol]) -> Value:
        """The value of a name at the top level of a module."""
        return choice(self._meaning(symbol) for symbol in symbols)

    def _meaning(self, symbol: project_symbols.Symbol) -> Value:
        match symbol:
            case ClassInfo():
                return ClassRef(symbol)
            case FunctionInfo():
                return FunctionRef(symbol)
            case ModuleInfo():
                return ModuleRef(symbol)
            case External(name):
                return _outside(name)
            case project_symbols.Value(module, name):
                return self._global(module, name)

    def _global(self, module: ModuleInfo, name: str) -> Value:
        return self.remembered(("global", module, name), lambda: self._assigned(module, name), UNKNOWN)

    def _assigned(self, module: ModuleInfo, name: str) -> Value:
        scope = Scope(module, module.name)
        found = [
            self.evaluate(binding.value, scope)
            for binding in module.bindings.get(name, ())
            if isinstance(binding, facts.Assign) and facts.Name(name) in binding.targets
        ]
        return choice(found) if found else UNKNOWN

    def field_value(self, field: Field) -> Value:
        """What a name in a class's body stands for."""
        return self.remembered(("field", field.owner, field.name), lambda: self._in_class(field), UNKNOWN)

    def _in_class(self, field: Field) -> Value:
        scope = Scope(field.owner.module, field.owner.name, owner=field.owner)
        for name, other in field.owner.fields.items():
            if name != field.name and isinstance(field.value, facts.DictLiteral | facts.Name | facts.Call):
                if facts.Name(name) == field.value:
                    scope.names[name] = self.field_value(other)
        return self.evaluate(field.value, scope)

    # --- parameters

    def symbolic(self, parameter: facts.Parameter, scope: Scope) -> Value:
        """What a parameter stands for where nothing is known of its argument."""
        if parameter.name in self.vocabulary.names:
            return Quant(frozenset({parameter.name}))
        if parameter.kind == "**":
            return Mapping(closed=False)
        found = choice(self._annotated(parameter.annotation, scope))
        if isinstance(found, Quant):
            return Quant(frozenset({parameter.name}))
        default = self.evaluate(parameter.default, scope) if parameter.default is not None else UNKNOWN
        if any(isinstance(each, ClassRef | FunctionRef) for each in options(default)):
            return default
        return found

    def _annotated(self, annotation: facts.Expression | None, scope: Scope) -> Iterator[Value]:
        """What an annotation says: an object of a class, a class, a config."""
        match annotation:
            case facts.Name() | facts.Attribute():
                symbol = self.project.resolve(annotation, scope.module)
                if self.vocabulary.is_type(symbol):
                    yield ALWAYS
                elif isinstance(symbol, ClassInfo):
                    yield Symbol(symbol)
            case facts.Subscript(value, index):
                last = project_symbols.last_name(value)
                inner = index.elements if isinstance(index, facts.SequenceLiteral) else [index]
                if last in ("type", "Type"):
                    for each in inner:
                        for found in self._annotated(each, scope):
                            if isinstance(found, Symbol) and found.cls.is_module and found.cls.methods:
                                yield ClassRef(found.cls)
                elif last in ("Optional", "Union", "Annotated", "Final", "ClassVar"):
                    for each in inner:
                        yield from self._annotated(each, scope)
            case facts.Binary("|", left, right):
                yield from self._annotated(left, scope)
                yield from self._annotated(right, scope)
            case _:
                pass


def _is_label(field: Field | None) -> bool:
    """Whether a field holds a text of its own by default, as the label of a family of models."""
    return field is not None and isinstance(field.value, facts.Constant) and bool(field.value.value)


def _outside(name: str) -> Value:
    """Something from outside the project: a class where its name looks like one."""
    last = name.rpartition(".")[2]
    return ClassRef(name) if last[:1].isupper() and not last.isupper() else Outer(name)
