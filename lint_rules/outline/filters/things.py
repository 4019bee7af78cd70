"""What is read from objects, classes and modules: attributes that constructors set, fields of records with their defaults."""

from __future__ import annotations

import ast
from abc import abstractmethod

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.expressions import Expressions
from lint_rules.outline.filters.texts import Readings
from lint_rules.outline.filters.trees import Trees
from lint_rules.outline.filters.values import (
    UNKNOWN,
    Config,
    Function,
    Given,
    Items,
    Judged,
    Kind,
    Native,
    Outside,
    Package,
    Plain,
    Regex,
    Scope,
    Text,
    Thing,
    Unknown,
    Value,
    latest,
    tainted,
)
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, External, Field, FunctionInfo, ModuleInfo, declares_field
from lint_rules.project.symbols import Value as Bound

_FLAGS = {"I": 2, "IGNORECASE": 2, "S": 16, "DOTALL": 16, "M": 8, "MULTILINE": 8, "X": 64, "VERBOSE": 64}


class Things(Expressions):
    """Evaluates what is read from things."""

    def __init__(self, trees: Trees, vocabulary: Vocabulary, readings: Readings | None = None) -> None:
        super().__init__(trees, vocabulary, readings)
        self.held: dict[Thing, dict[str, list[Value]]] = {}
        """What was assigned to the attributes of objects."""
        self._entered: set[tuple[Thing, FunctionInfo]] = set()
        self._aliases: set[tuple[ModuleInfo, str]] = set()

    @abstractmethod
    def invoke(self, function: Function, given: Given) -> Value:
        """What a function of the project returns."""

    @abstractmethod
    def walk(self, function: Function, given: Given) -> None:
        """Go over all statements of a function."""

    def attribute(self, owner: Value, name: str) -> Value:
        match owner:
            case Package(module=module):
                symbols = module.lookup(name)
                return self.symbol(symbols[-1]) if symbols else UNKNOWN
            case Outside(name=outer):
                if name in _FLAGS and outer in ("re", "regex"):
                    return Plain(_FLAGS[name])
                return Outside(f"{outer}.{name}")
            case Kind(cls=cls):
                return self._of_class(cls, name, owner)
            case Thing():
                return self._of_thing(owner, name)
            case Text() | Regex() | Items() | Config():
                return Native(owner, name)
            case Judged():
                return Unknown(True)
            case _:
                return Unknown(tainted([owner]))

    def _of_class(self, cls: ClassInfo, name: str, owner: Value) -> Value:
        found = cls.method(name)
        if found is not None:
            if self.vocabulary.is_type(cls) and found.decorated("classmethod", "staticmethod"):
                return Native(Config(), name)
            bound = Kind(cls) if found.decorated("classmethod") else None
            return self.function(found, owner if isinstance(owner, Thing) else bound) or UNKNOWN
        for base in cls.mro:
            if name in base.classes:
                return Kind(base.classes[name])
            if name in base.fields:
                return self._in_class_body(base, name)
        return UNKNOWN

    def _in_class_body(self, cls: ClassInfo, name: str) -> Value:
        def evaluate() -> Value:
            node = self.trees.tree(cls.module.path).classes.get(cls.facts.line)
            if node is None:
                return UNKNOWN
            scope = Scope(cls.module)
            for statement in node.body:
                if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
                    self.run([statement], scope)
            return scope.names.get(name, UNKNOWN)

        return self.remembered((cls, name), evaluate)

    def _of_thing(self, thing: Thing, name: str) -> Value:
        found = thing.cls.method(name)
        if found is not None:
            bound = self.function(found, Kind(thing.cls) if found.decorated("classmethod") else thing)
            if bound is None:
                return UNKNOWN
            if found.decorated("property", "cached_property"):
                return self.guarded((thing.cls, name), lambda: self.invoke(bound, Given((), {})))
            return bound
        if is_record(thing.cls):
            return self._of_record(thing, name)
        stored = self._stored(thing, name)
        if not isinstance(stored, Unknown):
            return stored
        return self._of_class(thing.cls, name, thing)

    def _of_record(self, record: Thing, name: str) -> Value:
        """A field of a record: what it was given, else its default, else an object of its annotation."""
        if name in record.given:
            return record.given[name]
        field = record.cls.field(name)
        if field is None:
            return UNKNOWN
        default = self._default(field)
        if record.built or isinstance(default, Items | Text | Regex | Function | Thing):
            return default
        return self.declared(field.annotation, field.owner) or UNKNOWN

    def _default(self, field: Field) -> Value:
        default = self._in_class_body(field.owner, field.name)
        if isinstance(field.value, facts.Call) and declares_field(field.value):
            # What the class body holds is what `field(...)` returned: see `_outside`.
            return default.entries[0] if isinstance(default, Items) and default.entries else UNKNOWN
        return default

    def declared(self, annotation: facts.Expression | None, owner: ClassInfo | Scope) -> Value | None:
        """An object of an annotation's class."""
        for part in _classes(annotation):
            symbol = self.project.resolve(part, owner.module)
            if isinstance(symbol, Bound):
                return self._of_alias(symbol)
            if isinstance(symbol, ClassInfo):
                return Thing(symbol)
            if self.vocabulary.is_type(symbol):
                return Config()
            if isinstance(symbol, External) and symbol.name.endswith(".Module"):
                return Judged()
        return None

    def _of_alias(self, alias: Bound) -> Value | None:
        """An object of what a module-level name stands for in annotations."""
        for binding in alias.module.bindings.get(alias.name, ()):
            if isinstance(binding, facts.Assign) and (alias.module, alias.name) not in self._aliases:
                self._aliases.add((alias.module, alias.name))
                made = self.declared(binding.value, Scope(alias.module))
                self._aliases.discard((alias.module, alias.name))
                return made
        return None

    def _stored(self, thing: Thing, name: str) -> Value:
        """What the methods of a class assign to ``self.name``, the constructor first."""
        if name not in self.held.get(thing, ()):
            init = thing.cls.method("__init__")
            others = [method for base in thing.cls.mro for method in base.methods.values()]
            for info in [*([init] if init is not None else ()), *others]:
                if name in self.held.get(thing, ()):
                    break
                if info is init or self.trees.tree(info.module.path).stores(info.facts, name):
                    self._run_method(thing, info)
        return latest(self.held.get(thing, {}).get(name, ()))

    def _run_method(self, thing: Thing, info: FunctionInfo) -> None:
        """Let a method assign what it assigns, once."""
        bound = self.function(info, thing)
        if bound is not None and (thing, info) not in self._entered:
            self._entered.add((thing, info))
            constructs = info.facts.name == "__init__"
            self.walk(bound, Given((), thing.given if constructs else {}, thing.built and constructs))


def is_record(cls: ClassInfo) -> bool:
    """Whether a class takes its annotated fields; one with such a base from outside the project seems to."""
    return cls.is_record or (bool(cls.record_fields) and cls.method("__init__") is None)


def _classes(annotation: facts.Expression | None) -> list[facts.Expression]:
    """The classes in an annotation that an object may be of: not what a container holds."""
    match annotation:
        case facts.Name() | facts.Attribute():
            return [annotation]
        case facts.Binary(operator="|", left=left, right=right):
            return [*_classes(left), *_classes(right)]
        case facts.Subscript(value=facts.Name(id="Optional") | facts.Attribute(name="Optional"), index=index):
            return _classes(index)
        case facts.Subscript(
            value=facts.Name(id="Annotated") | facts.Attribute(name="Annotated"),
            index=facts.SequenceLiteral(elements=[first, *_]),
        ):
            return _classes(first)
        case _:
            return []
