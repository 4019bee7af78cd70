"""Where a function is handed to a conversion: to a call that is given a quantization config with it.

A call without a config is a conversion, too, if its name says that it quantizes. A loop over the modules of a model that
converts some of them is looked at as the filter that it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lint_rules.blueprint.searching import calls
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.asked import NAMED, Loop, as_filter, loops
from lint_rules.outline.filters.filter import Filter
from lint_rules.outline.filters.gates import Gate, naming
from lint_rules.outline.filters.handing import QUANTIZES, last_name, seems_to_convert, spoken, takes_name
from lint_rules.outline.filters.run import Called, Run
from lint_rules.outline.filters.suspicion import Suspicion, may_hold_loops
from lint_rules.outline.filters.trees import Trees
from lint_rules.outline.filters.values import Config, Function, Given, Kind, Native, Plain, Scope, Thing, Value
from lint_rules.project.site import Site
from lint_rules.project.symbols import ModuleInfo, Project

_ANYTHING = Given((), {}, complete=False)
"""Arguments of which nothing is known."""
_ROUNDS = 3
"""Through how many calls patterns are followed."""
_PATTERNS = re.compile(r"ignor|skip|exclu|omit|filter|fqn|pattern|keep|kept", re.IGNORECASE)
_TEXTS = re.compile(r"(?:list|tuple|set|sequence|iterable|collection)\[str", re.IGNORECASE)
_SKIPS = re.compile(r"skip|ignor|exclu|omit", re.IGNORECASE)


def filters(project: Project, vocabulary: Vocabulary) -> list[Filter]:
    """All filters that the project gives to conversions and that try patterns on names, in the order of the text."""
    finder = _Finder(project, vocabulary)
    for module in project.modules:
        finder.look(module)
    finder.look_for_loops()
    finder.look_for_callers()
    return [found for key in sorted(finder.found) if (found := finder.found[key]).tries]


class _Finder:
    def __init__(self, project: Project, vocabulary: Vocabulary) -> None:
        self.project = project
        self.trees = Trees(project)
        self.vocabulary = vocabulary
        self.found: dict[tuple[Site, tuple[Site, ...], int, int], Filter] = {}
        self._words = vocabulary.names | vocabulary.type_names
        self._takers: dict[ast.FunctionDef, str] = {}
        """Functions with filters in them, which may try patterns that they are given."""
        self._way: tuple[Site, ...] = ()
        """The calls by which the function at hand was entered."""

    # --- where to look

    def look(self, module: ModuleInfo) -> None:
        """Walk over the functions of a file that seem to hand a filter to a conversion, and over its own statements."""
        suspicion = Suspicion(module, self._words)
        if suspicion.of_file():
            for function in self._functions(module, suspicion.gate):
                if suspicion.of_code(function.node):
                    self._explore(function)

    def look_for_loops(self) -> None:
        """Walk over the functions that convert modules in a loop, wherever they are."""
        for path in self.project.files:
            source = self.project.source(path)
            if may_hold_loops(source):
                for function in self._functions(self.project.module(path), naming(source, NAMED)):
                    if any(self._seems_to_convert(loop) for loop in loops(function.node)):
                        self._explore(function)

    def _seems_to_convert(self, loop: Loop) -> bool:
        return loop.asks and any(seems_to_convert(call, self._words) for call in loop.calls)

    def look_for_callers(self) -> None:
        """Walk over the functions that call those with filters in them: they may give them the patterns."""
        asked: set[str] = set()
        for _ in range(_ROUNDS):
            names = set(self._takers.values()) - asked
            asked |= names
            for path in self.project.files if names else ():
                source = self.project.source(path)
                if calls(source, names):
                    for function in self._functions(self.project.module(path), naming(source, tuple(sorted(names)))):
                        inner = (each for each in ast.walk(function.node) if isinstance(each, ast.Call))
                        if any(last_name(each.func) in names and self._gives_patterns(each) for each in inner):
                            self._explore(function)

    def _gives_patterns(self, call: ast.Call) -> bool:
        """Whether a call of a function with filters in it gives it anything where it takes patterns."""
        for node, name in self._takers.items():
            if name == last_name(call.func):
                places = dict(takes_patterns(node))
                if any(each.arg is None or each.arg in places for each in call.keywords):
                    return True
                if any(place < len(call.args) for place in places.values()):
                    return True
        return False

    def _functions(self, module: ModuleInfo, gate: Gate) -> Iterator[Function]:
        """The functions and methods of a file, and its own statements as one: those that a gate lets through."""
        run = Run(self.trees, self.vocabulary)
        for info in module.functions:
            if gate.function(info.facts):
                yield from filter(None, [run.function(info)])
        for cls in module.classes:
            for method in cls.methods.values():
                if gate.function(method.facts):
                    owner: Value = Kind(cls) if method.decorated("classmethod") else Thing(cls)
                    yield from filter(None, [run.function(method, owner)])
        if gate.own():
            yield Function(_own_statements(self.trees.tree(module.path).outside), Scope(module))

    # --- what is there

    def _explore(self, function: Function, given: Given = _ANYTHING) -> None:
        met: dict[ast.Call, Called] = {}

        def notice(called: Called) -> None:
            met[called.node] = called
            self._notice(called)

        before = len(self.found)
        Run(self.trees, self.vocabulary, exploring=notice).explore(function, given)
        for loop in loops(function.node):
            conversions = [each for each in loop.calls if each in met and self._converts(met[each])]
            if conversions:
                name = getattr(function.node, "name", "lambda")
                made = Function(as_filter(loop, conversions), met[conversions[0]].scope)
                self._keep(Site(function.scope.module.path, *_place(loop.node)), name, 0, made, 1, False)
        if len(self.found) > before and isinstance(function.node, ast.FunctionDef):
            if function.self_value is None and any(True for _ in takes_patterns(function.node)):
                self._takers[function.node] = function.node.name

    def _converts(self, called: Called) -> bool:
        return _carries(called, self.vocabulary) or any(map(QUANTIZES.search, spoken(called.node.func)))

    def _notice(self, called: Called) -> None:
        """Keep the functions that a call is given, if it is a conversion; enter what has filters in it."""
        given, node = called.given, called.node
        callee = called.callee
        if isinstance(callee, Function) and callee.node in self._takers and self._gives_patterns(node):
            way, self._way = self._way, (*self._way, Site(called.scope.module.path, *_place(node)))
            if len(way) < _ROUNDS:
                self._explore(callee, given)
            self._way = way
        handed = [(None, value) for value in given.positional] + list(given.keywords.items())
        if not _carries(called, self.vocabulary) and not QUANTIZES.search(last_name(node.func)):
            return
        for number, (role, value) in enumerate(handed):
            function = self._function(value)
            if function is None:
                continue
            if role is None and isinstance(callee, Function) and number < len(callee.parameters):
                role = callee.parameters[number].arg
            place = _place_of_name(function)
            if place is None:
                continue
            site = Site(called.scope.module.path, *_place(node))
            skips = role is not None and _SKIPS.search(role) is not None
            self._keep(site, last_name(node.func), number, function, place, skips)

    def _keep(self, site: Site, name: str, number: int, function: Function, place: int, skips: bool) -> None:
        key = (site, self._way, number, function.node.lineno)
        self.found.setdefault(key, Filter(self.trees, self.vocabulary, function, site, name, place, skips))

    def _function(self, value: Value) -> Function | None:
        if isinstance(value, Thing):
            method = value.cls.method("__call__")
            return Run(self.trees, self.vocabulary).function(method, value) if method is not None else None
        return value if isinstance(value, Function) else None


def _own_statements(tree: ast.Module) -> ast.FunctionDef:
    """A file's statements, other than definitions and imports, as a function."""
    [outer] = ast.parse("def own(): ...").body
    assert isinstance(outer, ast.FunctionDef)
    known = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
    outer.body = [each for each in tree.body if not isinstance(each, known)]
    return outer


def takes_patterns(node: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """The parameters of a function that may take patterns, and their places."""
    arguments = node.args
    for place, parameter in enumerate([*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]):
        annotation = ast.unparse(parameter.annotation) if parameter.annotation is not None else ""
        if _PATTERNS.search(parameter.arg) or _TEXTS.search(annotation):
            yield parameter.arg, place


def _place(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


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
    for value in values:
        if isinstance(value, Config) or (isinstance(value, Thing) and vocabulary.is_type(value.cls)):
            return True
    return any(name in vocabulary.names and value != Plain(None) for name, value in given.keywords.items())


def _place_of_name(function: Function) -> int | None:
    """The place of the parameter that takes a layer's name; None where the function is no filter of layers."""
    parameters = function.parameters
    if function.required > 2 or not parameters:
        return None
    named = [number for number, parameter in enumerate(parameters[:2]) if takes_name(parameter)]
    if named:
        return named[-1]
    return 1 if function.required == 2 and parameters[1].arg != "prefix" else None
