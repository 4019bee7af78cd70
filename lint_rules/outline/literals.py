"""Literal values of expressions: texts, tuples and tables of them, and mappers, as far as they can be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lint_rules.outline.constants import (
    NONE,
    UNKNOWN,
    Literal,
    Table,
    Unknown,
    any_of,
    either,
    joined,
    limited,
    pairs_of,
    text_of,
    view,
)
from lint_rules.outline.keywords import keywords
from lint_rules.outline.mappers import KEYWORD, KINDS, STACKED, Mapper, Pairs, made
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo, Value, declares_field, last_name

_DEPTH = 12
"""How many names and calls a value may be behind."""


class Scope:
    """Where an expression stands: what its names mean."""

    __slots__ = ("_known", "assigned", "bound", "klass", "module")

    def __init__(
        self,
        module: ModuleInfo,
        klass: ClassInfo | None = None,
        assigned: dict[str, list[facts.Expression]] | None = None,
        bound: dict[str, Literal] | None = None,
    ) -> None:
        self.module = module
        self.klass = klass
        """What ``self`` and ``cls`` are instances of."""
        self.assigned = assigned or {}
        """What the names of the function are set to or extended by."""
        self.bound = bound or {}
        """Names whose values are known: parameters, and targets of a loop over literals."""
        self._known: dict[str, Literal] = {}

    def binding(self, bound: dict[str, Literal]) -> Scope:
        """The same place, with some names known."""
        return Scope(self.module, self.klass, self.assigned, {**self.bound, **bound})

    def within(self, inner: dict[str, list[facts.Expression]]) -> Scope:
        """The scope of a function that is defined here, and sets names of its own."""
        return Scope(self.module, self.klass, {**self.assigned, **inner}, self.bound)

    def local(self, name: str, depth: int) -> Literal:
        """The value of a name that the function sets."""
        if name not in self._known:
            # Nothing is known of a name while its value is found out: it may be set from what it was before.
            self._known[name] = UNKNOWN
            self._known[name] = any_of(evaluate(value, self, depth + 1) for value in self.assigned[name])
        return self._known[name]


def assigned(body: Iterable[facts.Statement]) -> dict[str, list[facts.Expression]]:
    """What the names of a body are set to or extended by, in order."""
    out: dict[str, list[facts.Expression]] = {}
    for statement in facts.flat(body):
        match statement:
            case facts.Assign(targets=targets, value=value) if value is not None:
                for target in targets:
                    if isinstance(target, facts.Name):
                        out.setdefault(target.id, []).append(value)
                    elif isinstance(target, facts.Subscript) and isinstance(target.value, facts.Name):
                        item = facts.DictLiteral([facts.Item(target.index, value)])
                        out.setdefault(target.value.id, []).append(item)
            case facts.Augment(target=facts.Name(id), value=value):
                out.setdefault(id, []).append(value)
            case facts.Evaluate(
                value=facts.Call(
                    function=facts.Attribute(value=facts.Name(id), name="extend" | "update"), arguments=[argument]
                )
            ):
                out.setdefault(id, []).append(argument.value)
            case _:
                pass
    return out


def targets(target: facts.Expression) -> Iterator[str]:
    """The names that a target sets."""
    match target:
        case facts.Name(id):
            yield id
        case facts.SequenceLiteral(elements=elements):
            for element in elements:
                yield from targets(element)
        case _:
            pass


def bind(target: facts.Expression, value: Literal) -> Iterator[tuple[str, Literal]]:
    """The names that a target sets, with what of a value each is set to."""
    match target, value:
        case facts.SequenceLiteral(elements=elements), tuple() if len(elements) == len(value):
            for element, each in zip(elements, value, strict=True):
                yield from bind(element, each)
        case facts.Name(id), _:
            yield id, value
        case _:
            yield from ((name, UNKNOWN) for name in targets(target))


def evaluate(expression: facts.Expression | None, scope: Scope, depth: int = 0) -> Literal:
    """The value of an expression."""
    if depth > _DEPTH:
        return UNKNOWN
    match expression:
        case facts.Constant(value=str() | int() as value):
            return value
        case facts.Name(id):
            return _name(id, scope, depth)
        case facts.Attribute():
            return _attribute(expression, scope, depth)
        case facts.Text(parts):
            return limited("".join(text_of(evaluate(part, scope, depth + 1)) for part in parts))
        case facts.SequenceLiteral(elements=elements):
            return limited(tuple(_elements(elements, scope, depth)))
        case facts.DictLiteral(items):
            return limited(Table(tuple(_items(items, scope, depth))))
        case facts.Binary(operator="+" | "|" as operator, left=left, right=right):
            return joined(operator, evaluate(left, scope, depth + 1), evaluate(right, scope, depth + 1))
        case facts.Conditional(then=then, otherwise=otherwise):
            return either(evaluate(then, scope, depth + 1), evaluate(otherwise, scope, depth + 1))
        case facts.Call():
            return _call(expression, scope, depth)
        case _:
            return UNKNOWN


def _elements(elements: Iterable[facts.Expression], scope: Scope, depth: int) -> Iterator[Literal]:
    for element in elements:
        if isinstance(element, facts.Starred):
            inner = evaluate(element.value, scope, depth + 1)
            yield from inner if isinstance(inner, tuple) else ()
        else:
            yield evaluate(element, scope, depth + 1)


def _items(items: Iterable[facts.Item], scope: Scope, depth: int) -> Iterator[tuple[Literal, Literal]]:
    for item in items:
        value = evaluate(item.value, scope, depth + 1)
        if item.key is not None:
            none = isinstance(item.value, facts.Constant) and item.value.value is None
            yield evaluate(item.key, scope, depth + 1), NONE if none else value
        elif isinstance(value, Table):
            yield from value.items


def _name(name: str, scope: Scope, depth: int) -> Literal:
    if name in scope.bound:
        return scope.bound[name]
    if name in scope.assigned:
        return scope.local(name, depth)
    if scope.klass is not None and name in scope.klass.fields:
        return evaluate(scope.klass.fields[name].value, Scope(scope.module, scope.klass), depth + 1)
    return _symbol(facts.Name(name), scope, depth)


def _symbol(expression: facts.Expression, scope: Scope, depth: int) -> Literal:
    found = scope.module.project.resolve(expression, scope.module)
    if not isinstance(found, Value):
        return UNKNOWN
    values = (
        binding.value for binding in found.module.bindings.get(found.name, ()) if isinstance(binding, facts.Assign)
    )
    return any_of(evaluate(value, Scope(found.module), depth + 1) for value in values)


def _attribute(expression: facts.Attribute, scope: Scope, depth: int) -> Literal:
    klass: object = None
    match expression.value:
        case facts.Name("self" | "cls") | facts.Call(function=facts.Name("type" | "super")):
            klass = scope.klass
        case facts.Attribute(value=facts.Name("self"), name="__class__"):
            klass = scope.klass
        case facts.Call(function=called):
            # `Config().names` is what the class says, too.
            klass = scope.module.project.resolve(called, scope.module)
        case other:
            klass = scope.module.project.resolve(other, scope.module)
    if isinstance(expression.value, facts.Attribute) and not isinstance(klass, ClassInfo):
        klass = _object(expression.value, scope, depth) or klass
    if isinstance(klass, ClassInfo):
        return declared(klass, expression.name, depth)
    if klass is None and not isinstance(expression.value, facts.Name | facts.Attribute):
        return UNKNOWN
    return _symbol(expression, scope, depth) if klass is not None else _given_to(expression.name, scope, depth)


def _object(expression: facts.Attribute, scope: Scope, depth: int) -> ClassInfo | None:
    """The class of what an attribute holds, where a class body declares it: ``Config().arch``."""
    match expression.value:
        case facts.Name("self" | "cls"):
            outer: object = scope.klass
        case facts.Call(function=called):
            outer = scope.module.project.resolve(called, scope.module)
        case other:
            outer = scope.module.project.resolve(other, scope.module)
    field = outer.field(expression.name) if isinstance(outer, ClassInfo) else None
    if field is None:
        return None
    found = field.owner.module.project.resolve(_constructor(field.value) or field.annotation, field.owner.module)
    return found if isinstance(found, ClassInfo) else None


def _constructor(value: facts.Expression | None) -> facts.Expression | None:
    """What is called to make a field's value."""
    if not isinstance(value, facts.Call):
        return None
    factory = next((each.value for each in value.arguments if each.name == "default_factory"), None)
    return factory if factory is not None else value.function


def _given_to(name: str, scope: Scope, depth: int) -> Literal:
    """The text that the module gives for a keyword of that name: how an attribute of an unknown object is likely set."""
    for function, value in keywords(scope.module, name):
        body = scope.module.source.body(function.facts)
        found = evaluate(value, Scope(scope.module, function.owner, assigned(body)), depth + 1)
        if not isinstance(found, Unknown):
            return found
    return UNKNOWN


def declared(klass: ClassInfo, name: str, depth: int = 0) -> Literal:
    """What a class's attribute is: set in a class body or in a constructor, or returned by a property."""
    if depth > _DEPTH:
        return UNKNOWN
    field = klass.field(name)
    if field is not None and field.value is not None:
        return evaluate(field.value, Scope(field.owner.module, field.owner), depth + 1)
    method = klass.method(name)
    if method is not None:
        return returned(method, klass, depth)
    constructor = klass.method("__init__")
    if constructor is None:
        return UNKNOWN
    values = (
        statement.value
        for statement in facts.flat(constructor.module.source.body(constructor.facts))
        if isinstance(statement, facts.Assign) and any(_is_own(target, name) for target in statement.targets)
    )
    return any_of(evaluate(value, Scope(constructor.module, klass), depth + 1) for value in values)


def _is_own(target: facts.Expression, name: str) -> bool:
    return isinstance(target, facts.Attribute) and target.name == name and target.value == facts.Name("self")


def returned(function: FunctionInfo, klass: ClassInfo | None, depth: int = 0) -> Literal:
    """What a function returns."""
    body = function.module.source.body(function.facts)
    scope = Scope(function.module, klass, assigned(body))
    results = (statement.value for statement in facts.flat(body) if isinstance(statement, facts.Return))
    return any_of(evaluate(result, scope, depth + 1) for result in results)


_SAME = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "copy", "deepcopy", "compile"})
"""Functions whose value holds what they are given."""


def _call(call: facts.Call, scope: Scope, depth: int) -> Literal:
    mapper = _mapper(call, scope, depth)
    if mapper is not None:
        return mapper
    name, first = last_name(call.function), call.arguments[0].value if call.arguments else None
    factory = _constructor(call) if declares_field(call) else None
    if factory is not None and factory != call.function:
        if isinstance(factory, facts.Lambda):
            return evaluate(factory.body, scope, depth + 1)
        return _call(facts.Call(factory, [], call.line, call.column), scope, depth + 1)
    if isinstance(call.function, facts.Attribute) and name in ("items", "copy", "keys", "values"):
        return view(name, evaluate(call.function.value, scope, depth + 1))
    if name == "dict":
        return _dict(call, scope, depth)
    if name in _SAME and first is not None:
        return evaluate(first, scope, depth + 1)
    if name == "enumerate" and first is not None:
        value = evaluate(first, scope, depth + 1)
        return tuple((UNKNOWN, each) for each in value) if isinstance(value, tuple) else UNKNOWN
    function = callee(call.function, scope)
    return returned(function, scope.klass, depth + 1) if function is not None else UNKNOWN


def _dict(call: facts.Call, scope: Scope, depth: int) -> Literal:
    """``dict(table, key=value, **more)``"""
    items: list[tuple[Literal, Literal]] = []
    for argument in call.arguments:
        value = evaluate(argument.value, scope, depth + 1)
        if argument.name is not None:
            items.append((argument.name, value))
        elif isinstance(value, Table):
            items.extend(value.items)
    return Table(tuple(items))


def callee(function: facts.Expression, scope: Scope) -> FunctionInfo | None:
    """The function or method of the project that a call runs."""
    match function:
        case facts.Attribute(value=facts.Name("self" | "cls"), name=name) if scope.klass is not None:
            return scope.klass.method(name)
        case _:
            found = scope.module.project.resolve(function, scope.module)
            return found if isinstance(found, FunctionInfo) else None


# --- mappers


def _mapper(call: facts.Call, scope: Scope, depth: int) -> Mapper | None:
    """A mapper that a call makes, known by its keywords or by its class's; None where it makes none."""
    named = [argument.name or "" for argument in call.arguments if argument.name is not None]
    if last_name(call.function) in ("replace", "__replace__") and len(named) < len(call.arguments):
        return _replaced(call, scope, depth)
    by_keyword = bool(named) and all(name.startswith(KEYWORD) for name in named)
    if not by_keyword and (named or not (last_name(call.function) or "").endswith("Mapper")):
        return None
    klass = scope.module.project.resolve(call.function, scope.module)
    places = _places(klass) if isinstance(klass, ClassInfo) else [KEYWORD + kind for kind in KINDS[1:]]
    pairs: dict[str, Pairs] = {}
    for number, argument in enumerate(call.arguments):
        name = argument.name or (places[number] if number < len(places) else "")
        kind = name.removeprefix(KEYWORD)
        if kind in KINDS or kind == STACKED:
            pairs[kind] = tuple(pairs_of(evaluate(argument.value, scope, depth + 1)))
    return made(pairs, isinstance(klass, ClassInfo) and _stops_at_first(klass))


def _replaced(call: facts.Call, scope: Scope, depth: int) -> Mapper | None:
    """``replace(Base.mapper, orig_to_new_prefix={})``"""
    first = evaluate(call.arguments[0].value, scope, depth + 1)
    if not isinstance(first, Mapper):
        return None
    pairs = dict(first.all_kinds())
    for argument in call.arguments[1:]:
        kind = (argument.name or "").removeprefix(KEYWORD)
        if kind in pairs:
            pairs[kind] = tuple(pairs_of(evaluate(argument.value, scope, depth + 1)))
    return made(pairs, first.single)


def _places(klass: ClassInfo) -> list[str]:
    if klass.is_record:
        return klass.positional_fields
    constructor = klass.method("__init__")
    return [parameter.name for parameter in constructor.facts.parameters[1:]] if constructor else []


def _stops_at_first(klass: ClassInfo) -> bool:
    """Whether a mapper's class leaves its loop over what it looks for as soon as something fits."""
    for method in klass.methods.values():
        for statement in facts.flat(klass.module.source.body(method.facts)):
            if isinstance(statement, facts.For):
                if any(isinstance(each, facts.Leave) and each.kind == "break" for each in facts.flat(statement.body)):
                    return True
    return False
