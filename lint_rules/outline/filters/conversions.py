"""Where a function is handed to a conversion: to a call that is given a quantization config with it.

A call without a config is a conversion, too, if its name says that it quantizes.
"""

from __future__ import annotations

import ast
import re

from lint_rules.blueprint.values import Site
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.blueprint.words import holds
from lint_rules.outline.filters.calls import Given
from lint_rules.outline.filters.filter import Filter
from lint_rules.outline.filters.run import Called, Run
from lint_rules.outline.filters.trees import Trees
from lint_rules.outline.filters.values import Config, Function, Kind, Native, Plain, Scope, Thing, Value
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, ModuleInfo, Project

_LAMBDA = re.compile(rb"\blambda\s+\w+\s*,\s*\w+\s*[:,=]")
_ROLE = re.compile(rb"(?:filter|fqn|predicate)\w*\s*=(?!=)")
_HANDED = re.compile(rb"[=(,]\s*(?:\w+\.)*(\w+)\s*(?=[,)])")
_DEFINED = re.compile(rb"\bdef\s+(\w+)\s*\(")
_QUANTIZES = re.compile(r"quant|float8|fp8|int8|int4|fp4|mx", re.IGNORECASE)
_FQN = re.compile(r"fqn|name|path|key", re.IGNORECASE)
_SKIPS = re.compile(r"skip|ignor|exclu|omit", re.IGNORECASE)
_FILTERS = re.compile(r"filter|predicate", re.IGNORECASE)


def filters(project: Project, vocabulary: Vocabulary) -> list[Filter]:
    """All filter functions of the files read so far, each once for each conversion, in the order of the text."""
    finder = _Finder(project, vocabulary)
    for module in project.modules:
        if finder.may_hold(module):
            finder.look(module)
    return [finder.found[key] for key in sorted(finder.found)]


class _Finder:
    def __init__(self, project: Project, vocabulary: Vocabulary) -> None:
        self.trees = Trees(project)
        self.vocabulary = vocabulary
        self.found: dict[tuple[Site, int, int], Filter] = {}

    def may_hold(self, module: ModuleInfo) -> bool:
        """Whether a file's bytes may hold a conversion that is given a function."""
        data = module.source.data
        if not holds(data, self.vocabulary.names | self.vocabulary.type_names):
            return False
        if _ROLE.search(data) or _LAMBDA.search(data):
            return True
        handed = {name.decode() for name in _HANDED.findall(data)}
        imported = {
            name
            for name, bindings in module.bindings.items()
            if any(isinstance(each, facts.ImportFrom) for each in bindings)
        }
        defined = {name.decode() for name in _DEFINED.findall(data)}
        return not handed.isdisjoint(defined | {name for name in imported if name.islower()})

    def look(self, module: ModuleInfo) -> None:
        """Walk over all functions of a file, and over its own statements."""
        run = Run(self.trees, self.vocabulary, exploring=self._notice)
        for function in module.functions:
            made = run.function(function)
            if made is not None:
                self._explore(made)
        for cls in module.classes:
            self._look_into(cls)
        outer = ast.parse("def module(): ...").body[0]
        if isinstance(outer, ast.FunctionDef):
            outer.body = [
                each
                for each in self.trees.tree(module.path).module.body
                if not isinstance(
                    each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
                )
            ]
            self._explore(Function(outer, Scope(module)))

    def _look_into(self, cls: ClassInfo) -> None:
        run = Run(self.trees, self.vocabulary)
        for method in cls.methods.values():
            owner: Value = Kind(cls) if method.decorated("classmethod") else Thing(cls)
            made = run.function(method, owner)
            if made is not None:
                self._explore(made)

    def _explore(self, function: Function) -> None:
        run = Run(self.trees, self.vocabulary, exploring=self._notice)
        run.explore(function, Given((), {}, complete=False))

    def _notice(self, called: Called) -> None:
        """Keep the functions that a call is given, if it is a conversion."""
        given, node = called.given, called.node
        handed = [(None, value) for value in given.positional] + list(given.keywords.items())
        with_config = _carries(called, self.vocabulary)
        if not with_config and not _QUANTIZES.search(_last_name(node.func)):
            return
        for number, (role, value) in enumerate(handed):
            function = self._function(value)
            if function is None:
                continue
            if role is None and isinstance(called.callee, Function) and number < len(called.callee.parameters):
                role = called.callee.parameters[number].arg
            place = _place_of_name(function, with_config, bool(role and _FILTERS.search(role)))
            if place is None:
                continue
            site = Site(called.scope.module.path, node.lineno, node.col_offset)
            skips = role is not None and _SKIPS.search(role) is not None
            key = (site, number, function.node.lineno)
            self.found.setdefault(key, Filter(self.trees, self.vocabulary, function, site, place, skips))

    def _function(self, value: Value) -> Function | None:
        if isinstance(value, Thing):
            method = value.cls.method("__call__")
            return Run(self.trees, self.vocabulary).function(method, value) if method is not None else None
        return value if isinstance(value, Function) else None


def _carries(called: Called, vocabulary: Vocabulary) -> bool:
    """Whether a call is given a quantization config, now or before."""
    given, callee = called.given, called.callee
    values = [*given.positional, *given.keywords.values()]
    match callee:
        case Function(self_value=owner, bound=bound, keywords=keywords):
            values += [*bound, *keywords.values()]
            if isinstance(owner, Thing):
                values += owner.given.values()
        case Native(owner=owner):
            values.append(owner)
        case _:
            pass
    if any(isinstance(value, Config) for value in values):
        return True
    return any(name in vocabulary.names and value != Plain(None) for name, value in given.keywords.items())


def _place_of_name(function: Function, with_config: bool, in_role: bool) -> int | None:
    """The place of the parameter that takes a layer's name; None where the function is no filter of layers."""
    parameters = function.parameters
    if function.required > 2 or not parameters:
        return None
    if len(parameters) == 1:
        return 0 if with_config and _takes_name(parameters[0]) else None
    named = [number for number, parameter in enumerate(parameters[:2]) if _takes_name(parameter)]
    if named:
        return named[-1]
    return 1 if with_config and in_role and function.required == 2 else None


def _takes_name(parameter: ast.arg) -> bool:
    annotation = parameter.annotation
    if annotation is not None and "Module" in ast.unparse(annotation):
        return False
    return bool(_FQN.search(parameter.arg)) or (isinstance(annotation, ast.Name) and annotation.id == "str")


def _last_name(expression: ast.expr) -> str:
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
