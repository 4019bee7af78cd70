"""Where a function is handed to a conversion: to a call that is given a quantization config with it.

A call without a config is a conversion, too, if its name says that it quantizes; and so is a call with a config in a loop
over the modules of a model, which asks a function whether to make it.
"""

from __future__ import annotations

import ast
import re

from lint_rules.blueprint.values import Site
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.outline.filters.asked import Question, questions
from lint_rules.outline.filters.calls import Given
from lint_rules.outline.filters.filter import Filter
from lint_rules.outline.filters.run import Called, Run
from lint_rules.outline.filters.suspicion import FILTERS, QUANTIZES, Suspicion, last_name, takes_name
from lint_rules.outline.filters.trees import Trees
from lint_rules.outline.filters.values import Config, Function, Kind, Native, Plain, Scope, Thing, Value
from lint_rules.project.symbols import ModuleInfo, Project

_SKIPS = re.compile(r"skip|ignor|exclu|omit", re.IGNORECASE)


def filters(project: Project, vocabulary: Vocabulary) -> list[Filter]:
    """All filter functions of the files read so far, each once for each conversion, in the order of the text."""
    finder = _Finder(project, vocabulary)
    for module in project.modules:
        finder.look(module)
    return [finder.found[key] for key in sorted(finder.found)]


class _Finder:
    def __init__(self, project: Project, vocabulary: Vocabulary) -> None:
        self.trees = Trees(project)
        self.vocabulary = vocabulary
        self.found: dict[tuple[Site, int, int], Filter] = {}

    def look(self, module: ModuleInfo) -> None:
        """Walk over the functions of a file that seem to hold a conversion, and over its own statements."""
        suspicion = Suspicion(module, self.vocabulary)
        if not suspicion.of_file():
            return
        tree = self.trees.tree(module.path)
        run = Run(self.trees, self.vocabulary)
        for function in module.functions:
            if suspicion.of_code(tree.functions.get(function.facts.line)):
                self._explore(run.function(function))
        for cls in module.classes:
            for method in cls.methods.values():
                if suspicion.of_code(tree.functions.get(method.facts.line)):
                    owner: Value = Kind(cls) if method.decorated("classmethod") else Thing(cls)
                    self._explore(run.function(method, owner))
        own = _own_statements(tree.module)
        if suspicion.of_code(own):
            self._explore(Function(own, Scope(module)))

    def _explore(self, function: Function | None) -> None:
        if function is None:
            return
        calls: dict[ast.Call, Called] = {}

        def notice(called: Called) -> None:
            calls[called.node] = called
            self._notice(called)

        Run(self.trees, self.vocabulary, exploring=notice).explore(function, Given((), {}, complete=False))
        for question in questions(function.node):
            if any(each in calls and _carries(calls[each], self.vocabulary) for each in question.decides):
                self._keep_asked(question, calls.get(question.call))

    def _keep_asked(self, question: Question, called: Called | None) -> None:
        """Keep a function that a loop over modules asks, if it is asked of a module and its name."""
        if called is None or len(called.given.positional) != 2:
            return
        function = self._function(called.callee)
        place = _place_of_name(function, True, True) if function is not None else None
        if function is not None and place is not None and len(function.parameters) >= 2:
            self._keep(called, -1, function, place, not question.says_yes)

    def _notice(self, called: Called) -> None:
        """Keep the functions that a call is given, if it is a conversion."""
        given, node = called.given, called.node
        handed = [(None, value) for value in given.positional] + list(given.keywords.items())
        with_config = _carries(called, self.vocabulary)
        if not with_config and not QUANTIZES.search(last_name(node.func)):
            return
        for number, (role, value) in enumerate(handed):
            function = self._function(value)
            if function is None:
                continue
            if role is None and isinstance(called.callee, Function) and number < len(called.callee.parameters):
                role = called.callee.parameters[number].arg
            place = _place_of_name(function, with_config, bool(role and FILTERS.search(role)))
            if place is None:
                continue
            self._keep(called, number, function, place, role is not None and _SKIPS.search(role) is not None)

    def _keep(self, called: Called, number: int, function: Function, place: int, skips: bool) -> None:
        site = Site(called.scope.module.path, called.node.lineno, called.node.col_offset)
        key = (site, number, function.node.lineno)
        self.found.setdefault(key, Filter(self.trees, self.vocabulary, function, site, place, skips))

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
        return 0 if with_config and takes_name(parameters[0]) else None
    named = [number for number, parameter in enumerate(parameters[:2]) if takes_name(parameter)]
    if named:
        return named[-1]
    return 1 if with_config and in_role and function.required == 2 else None
