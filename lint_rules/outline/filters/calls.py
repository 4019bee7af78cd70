"""What a call is worth: functions of the project are entered with their arguments bound."""

from __future__ import annotations

import ast
from abc import abstractmethod

from lint_rules.outline.filters.known import Known
from lint_rules.outline.filters.things import is_record
from lint_rules.outline.filters.values import (
    UNKNOWN,
    Config,
    Function,
    Given,
    Items,
    Kind,
    Native,
    Outside,
    Regex,
    Scope,
    Text,
    Thing,
    Unknown,
    Value,
    tainted,
)
from lint_rules.project.extract import Extractor
from lint_rules.project.symbols import ClassInfo


class Calls(Known):
    """Evaluates calls."""

    @abstractmethod
    def noticed(self, node: ast.Call, given: Given, callee: Value, scope: Scope) -> None:
        """Look at a call before it is made."""

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
                return self.outside(name, given)
            case Native(owner=owner, name=name):
                return self.native(owner, name, given)
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
        if is_record(cls):
            names = cls.positional_fields
        elif init is not None:
            names = [each.name for each in init.facts.parameters if each.kind in ("", "/")][1:]
        else:
            names = []
        filled = dict(zip(names, given.positional, strict=False))
        return Thing(cls, {**filled, **given.keywords}, built=given.complete)

    def fill(self, function: Function, given: Given, scope: Scope) -> None:
        """Bind the parameters."""
        arguments = function.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        values = [*function.bound, *given.positional]
        if function.self_value is not None:
            values.insert(0, function.self_value)
        keywords = {**function.keywords, **given.keywords}
        defaults: dict[str, ast.expr] = dict(
            zip(
                (each.arg for each in positional[len(positional) - len(arguments.defaults) :]),
                arguments.defaults,
                strict=True,
            )
        )
        defaults.update(
            (each.arg, default)
            for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is not None
        )
        for number, parameter in enumerate([*positional, *arguments.kwonlyargs]):
            name = parameter.arg
            if number < min(len(values), len(positional)):
                scope.names[name] = values[number]
            elif name in keywords:
                scope.names[name] = keywords[name]
            else:
                scope.names[name] = self._absent(parameter, defaults.get(name), given, function.scope)
        if arguments.vararg is not None:
            scope.names[arguments.vararg.arg] = Items(tuple(values[len(positional) :]), given.complete)
        if arguments.kwarg is not None:
            taken = {each.arg for each in [*positional, *arguments.kwonlyargs]}
            rest = {key: value for key, value in keywords.items() if key not in taken}
            keys = tuple(Text(key) for key in rest)
            scope.names[arguments.kwarg.arg] = Items(keys, given.complete, tuple(rest.values()))

    def _absent(self, parameter: ast.arg, default: ast.expr | None, given: Given, outer: Scope) -> Value:
        """A parameter that no argument is known for: its default if the call is known, else anything like it."""
        value = self.expression(default, outer) if default is not None else None
        if value is not None and (given.complete or isinstance(value, Text | Items | Regex | Function)):
            return value
        made = None
        if parameter.annotation is not None:
            made = self.declared(Extractor().annotation(parameter.annotation), outer)
        if parameter.arg in self.vocabulary.names and not isinstance(made, Thing):
            return Config()
        return made or UNKNOWN
