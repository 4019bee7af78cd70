"""What a call is worth: functions of the project are entered, and those that try patterns are known."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import NamedTuple

from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.expressions import NONE, UNKNOWN, Expressions, all_of, any_of
from lint_rules.outline.filters.texts import How, Readings, method
from lint_rules.outline.filters.trees import Trees
from lint_rules.outline.filters.values import (
    Config,
    Function,
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
    truth,
)
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, External, Field, FunctionInfo, ModuleInfo, declares_field
from lint_rules.project.symbols import Value as Bound

_FLAGS = {"I": 2, "IGNORECASE": 2, "S": 16, "DOTALL": 16, "M": 8, "MULTILINE": 8, "X": 64, "VERBOSE": 64}


class Given(NamedTuple):
    """The arguments of a call, with its splats laid out."""

    positional: tuple[Value, ...]
    keywords: Mapping[str, Value]
    complete: bool = True
    """Whether there are no others."""

    def get(self, place: int, name: str) -> Value | None:
        """The argument at a place or of a name."""
        if place < len(self.positional):
            return self.positional[place]
        return self.keywords.get(name)


class Calls(Expressions):
    """Evaluates calls and what is read from objects."""

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
    def noticed(self, node: ast.Call, given: Given, callee: Value, scope: Scope) -> None:
        """Look at a call before it is made."""

    # --- calls

    def call(self, node: ast.Call, scope: Scope) -> Value:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and scope.find("self") is not None:
            return scope.find("self") or UNKNOWN
        callee = self.expression(node.func, scope)
        given = self._given(node, scope)
        self.noticed(node, given, callee, scope)
        return self.apply(callee, given)

    def apply(self, callee: Value, given: Given) -> Value:
        """Call something."""
        every = [*given.positional, *given.keywords.values()]
        match callee:
            case Function():
                return self.invoke(callee, given)
            case Kind(cls=cls):
                return self._construct(cls, given)
            case Thing(cls=cls):
                own = self.attribute(callee, "__call__")
                return self.invoke(own, given) if isinstance(own, Function) else Unknown(tainted(every))
            case Outside(name=name):
                return self._outside(name, given)
            case Native(owner=owner, name=name):
                return self._native(owner, name, given)
            case _:
                return Unknown(tainted([callee, *every]))

    def _given(self, node: ast.Call, scope: Scope) -> Given:
        positional: list[Value] = []
        keywords: dict[str, Value] = {}
        complete = True
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                inner = self.expression(argument.value, scope)
                positional.extend(inner.values if isinstance(inner, Items) else ())
                complete = complete and isinstance(inner, Items) and inner.closed
            else:
                positional.append(self.expression(argument, scope))
        for keyword in node.keywords:
            value = self.expression(keyword.value, scope)
            if keyword.arg is not None:
                keywords[keyword.arg] = value
            elif isinstance(value, Items) and value.entries is not None:
                for key, entry in zip(value.values, value.entries, strict=True):
                    if isinstance(key, Text):
                        keywords[key.text] = entry
                complete = complete and value.closed
            else:
                complete = False
        return Given(tuple(positional), keywords, complete)

    def _construct(self, cls: ClassInfo, given: Given) -> Value:
        init = cls.method("__init__")
        if _is_record(cls):
            names = cls.positional_fields
        elif init is not None:
            names = [each.name for each in init.facts.parameters if each.kind in ("", "/")][1:]
        else:
            names = []
        filled = dict(zip(names, given.positional, strict=False))
        return Thing(cls, {**filled, **given.keywords}, built=given.complete)

    # --- attributes

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
        if _is_record(thing.cls):
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
                if info is init or name in self.trees.tree(info.module.path).stored_by(info.facts.line):
                    self._run_method(thing, info)
        return latest(self.held.get(thing, {}).get(name, ()))

    def _run_method(self, thing: Thing, info: FunctionInfo) -> None:
        """Let a method assign what it assigns, once."""
        bound = self.function(info, thing)
        if bound is not None and (thing, info) not in self._entered:
            self._entered.add((thing, info))
            constructs = info.facts.name == "__init__"
            self.walk(bound, Given((), thing.given if constructs else {}, thing.built and constructs))

    @abstractmethod
    def walk(self, function: Function, given: Given) -> None:
        """Go over all statements of a function."""

    # --- what is known from outside

    def _outside(self, name: str, given: Given) -> Value:
        if self.vocabulary.is_type(External(name)) or self.vocabulary.is_type(External(name.rpartition(".")[0])):
            return Config()
        known = _FUNCTIONS.get(name.replace("regex.", "re."))
        every = [*given.positional, *given.keywords.values()]
        if known is None:
            return Unknown(tainted(every))
        return known(self, given) or Unknown(tainted(every))

    def _native(self, owner: Value, name: str, given: Given) -> Value:
        first = given.get(0, "")
        match owner:
            case Config():
                return Config()
            case Regex(text=text, flags=flags) if name in _TRIALS and isinstance(first, Text):
                return _or_none(self.trial(_TRIALS[name], text, first, flags))
            case Text():
                return self._of_text(owner, name, given)
            case Items():
                return self._of_items(owner, name, given)
            case _:
                return Unknown(tainted([owner, *given.positional]))

    def _of_text(self, text: Text, name: str, given: Given) -> Value:
        first = given.get(0, "")
        if name in ("startswith", "endswith") and isinstance(first, Text | Items) and len(given.positional) == 1:
            how = How.START if name == "startswith" else How.END
            options = first.values if isinstance(first, Items) else (first,)
            tried = [
                self.trial(how, each, text) if isinstance(each, Text) else Unknown(tainted([text])) for each in options
            ]
            open_rest = isinstance(first, Items) and not first.closed
            return any_of([*tried, Unknown(text.named)] if open_rest else tried)
        if name in ("find", "count", "rfind", "__contains__") and isinstance(first, Text):
            found = truth(self.trial(How.INSIDE, first, text))
            if found is None or name == "__contains__":
                return Plain(found) if found is not None else UNKNOWN
            return Plain((0 if found else -1) if name != "count" else int(found))
        if name == "join" and isinstance(first, Items) and first.closed and text.text == "|":
            parts = tuple(each for each in first.values if isinstance(each, Text))
            if len(parts) == len(first.values):
                return Text("|".join(each.text for each in parts), None, any(each.named for each in parts), parts)
        made = method(text, name, given.positional) if not given.keywords and given.complete else None
        return made if made is not None else Unknown(tainted([text, *given.positional]))

    def _of_items(self, items: Items, name: str, given: Given) -> Value:
        first = given.get(0, "")
        if name == "get" and items.entries is not None and isinstance(first, Text):
            return self._got(items, first, given.get(1, "default") or NONE)
        if name in ("keys", "copy"):
            return items if name == "copy" else Items(items.values, items.closed)
        if name == "values" and items.entries is not None:
            return Items(items.entries, items.closed)
        if name == "items" and items.entries is not None:
            pairs = zip(items.values, items.entries, strict=True)
            return Items(tuple(Items(pair) for pair in pairs), items.closed)
        if name in ("union", "intersection", "isdisjoint", "__contains__") and first is not None:
            if name == "__contains__":
                return self.contains(items, first)
            if isinstance(first, Items):
                if name == "union":
                    return Items((*items.values, *first.values), items.closed and first.closed)
                common = self.overlap(first, items)
                known = truth(common)
                if name == "isdisjoint":
                    return Plain(not known) if known is not None else common
                return common
        return Unknown(tainted([items, *given.positional]))

    def _got(self, table: Items, key: Text, default: Value) -> Value:
        """``table.get(key)``: an equality is tried with each key."""
        for each, entry in zip(table.values, table.entries or (), strict=True):
            asked = truth(self.equal(key, each))
            if asked:
                return entry
            if asked is None:
                return Unknown(tainted([key]))
        return default if table.closed else Unknown(tainted([key]))

    def _tried(self, how: How, given: Given) -> Value | None:
        pattern, subject, flags = given.get(0, "pattern"), given.get(1, "string"), given.get(2, "flags")
        if not isinstance(subject, Text):
            return None
        number = flags.value if isinstance(flags, Plain) and isinstance(flags.value, int) else 0
        match pattern:
            case Text():
                return _or_none(self.trial(how, pattern, subject, number))
            case Regex(text=text, flags=own):
                return _or_none(self.trial(how, text, subject, own))
            case _:
                return None

    def _search(self, given: Given) -> Value | None:
        return self._tried(How.SEARCH, given)

    def _match(self, given: Given) -> Value | None:
        return self._tried(How.MATCH, given)

    def _fullmatch(self, given: Given) -> Value | None:
        return self._tried(How.FULLMATCH, given)

    def _compile(self, given: Given) -> Value | None:
        pattern, flags = given.get(0, "pattern"), given.get(1, "flags")
        if flags is not None and not isinstance(flags, Plain):
            return None
        number = flags.value if isinstance(flags, Plain) and isinstance(flags.value, int) else 0
        return Regex(pattern, number) if isinstance(pattern, Text) else None

    def _escape(self, given: Given) -> Value | None:
        import re

        text = given.get(0, "pattern")
        return Text(re.escape(text.text), text.literal, text.named) if isinstance(text, Text) else None

    def _glob(self, given: Given) -> Value | None:
        name, pattern = given.get(0, "name"), given.get(1, "pat")
        return self.trial(How.GLOB, pattern, name) if isinstance(name, Text) and isinstance(pattern, Text) else None

    def _any(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        return any_of(items.values if items.closed else [*items.values, Unknown(tainted(items.values))])

    def _all(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        return all_of(items.values if items.closed else [*items.values, Unknown(tainted(items.values))])

    def _bool(self, given: Given) -> Value | None:
        known = truth(given.get(0, "") or Plain(False))
        return Plain(known) if known is not None else None

    def _next(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        if items.values:
            return items.values[0]
        return given.get(1, "") if items.closed else None

    def _len(self, given: Given) -> Value | None:
        items = given.get(0, "")
        return Plain(len(items.values)) if isinstance(items, Items) and items.closed else None

    def _enumerate(self, given: Given) -> Value | None:
        items = given.get(0, "")
        if not isinstance(items, Items):
            return None
        return Items(tuple(Items((Plain(number), each)) for number, each in enumerate(items.values)), items.closed)

    def _collection(self, given: Given) -> Value | None:
        if not given.positional:
            return Items(())
        items = given.positional[0]
        if not isinstance(items, Items):
            return None
        return Items(items.values, items.closed, items.entries)

    def _table(self, given: Given) -> Value | None:
        if given.positional:
            return self._collection(given)
        keys = tuple(Text(key) for key in given.keywords)
        return Items(keys, given.complete, tuple(given.keywords.values()))

    def _map(self, given: Given) -> Value | None:
        function, items = given.get(0, ""), given.get(1, "")
        if function is None or not isinstance(items, Items):
            return None
        return Items(tuple(self.apply(function, Given((each,), {})) for each in items.values), items.closed)

    def _filter(self, given: Given) -> Value | None:
        function, items = given.get(0, ""), given.get(1, "")
        if function is None or not isinstance(items, Items):
            return None
        kept = [(each, truth(self.apply(function, Given((each,), {})))) for each in items.values]
        closed = items.closed and all(asked is not None for _, asked in kept)
        return Items(tuple(each for each, asked in kept if asked), closed)

    def _isinstance(self, given: Given) -> Value | None:
        if len(given.positional) != 2 or not isinstance(given.positional[0], Judged):
            return None
        # Only layers that a conversion could take are judged: linear ones.
        wanted = given.positional[1]
        kinds = wanted.values if isinstance(wanted, Items) else (wanted,)
        names = [
            each.name if isinstance(each, Outside) else each.cls.name
            for each in kinds
            if isinstance(each, Outside | Kind)
        ]
        return Plain(True) if any(name.endswith(("Linear", "Module")) for name in names) else None

    def _partial(self, given: Given) -> Value | None:
        if not given.positional:
            return None
        function, *bound = given.positional
        if not isinstance(function, Function):
            return None
        keywords = {**function.keywords, **given.keywords}
        return Function(function.node, function.scope, function.self_value, (*function.bound, *bound), keywords)

    def _field(self, given: Given) -> Value | None:
        """``field(default=..., default_factory=...)``: the default, wrapped."""
        factory = given.keywords.get("default_factory")
        default = self.apply(factory, Given((), {})) if factory is not None else given.get(0, "default")
        return Items((NONE,), True, (default,)) if default is not None else None

    def _getattr(self, given: Given) -> Value | None:
        if len(given.positional) < 2 or not isinstance(given.positional[1], Text):
            return None
        name = given.positional[1].text
        return Config() if name in self.vocabulary.names else self.attribute(given.positional[0], name)

    def _first(self, given: Given) -> Value | None:
        return given.positional[-1] if given.positional else None


def _is_record(cls: ClassInfo) -> bool:
    """Whether a class takes its annotated fields; one with such a base from outside the project seems to."""
    return cls.is_record or (bool(cls.record_fields) and cls.method("__init__") is None)


def _or_none(matched: Value) -> Value:
    """A match, as ``re`` returns it: ``None`` where there is none."""
    return NONE if matched == Plain(False) else matched


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


_TRIALS = {"search": How.SEARCH, "match": How.MATCH, "fullmatch": How.FULLMATCH}

_FUNCTIONS: dict[str, Callable[[Calls, Given], Value | None]] = {
    "re.search": Calls._search,
    "re.match": Calls._match,
    "re.fullmatch": Calls._fullmatch,
    "re.compile": Calls._compile,
    "re.escape": Calls._escape,
    "fnmatch.fnmatch": Calls._glob,
    "fnmatch.fnmatchcase": Calls._glob,
    "builtins.any": Calls._any,
    "builtins.all": Calls._all,
    "builtins.bool": Calls._bool,
    **dict.fromkeys(
        (f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "sorted", "iter", "reversed")),
        Calls._collection,
    ),
    "builtins.next": Calls._next,
    "builtins.len": Calls._len,
    "builtins.enumerate": Calls._enumerate,
    "builtins.dict": Calls._table,
    "builtins.map": Calls._map,
    "builtins.filter": Calls._filter,
    "builtins.isinstance": Calls._isinstance,
    "builtins.getattr": Calls._getattr,
    "functools.partial": Calls._partial,
    "dataclasses.field": Calls._field,
    "pydantic.Field": Calls._field,
    "attrs.field": Calls._field,
    "attr.ib": Calls._field,
    "typing.cast": Calls._first,
}
