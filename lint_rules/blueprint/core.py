"""What the parts of the evaluator ask of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from lint_rules.blueprint.conditions import Condition
from lint_rules.blueprint.frame import Construction, Frame, Given, Instance, Mapping, Object, Result, Scope
from lint_rules.blueprint.values import Closure, Hop, Passed, Ref, Site, Term, Value, choose, options
from lint_rules.project import facts
from lint_rules.project.symbols import ClassInfo, Field, FunctionInfo, ModuleInfo, Project

if TYPE_CHECKING:
    from lint_rules.blueprint.vocabulary import Vocabulary

Truth = tuple[Condition | None, Condition | None]
"""What must hold for a test to be true, and for it to be false; None where it can't be."""

Bound = dict[str, tuple[Value, Hop | None]]
"""What each parameter of a call was given, with the step that brought it."""


class Core(ABC):
    """The evaluator as each of its parts sees the others."""

    project: Project
    vocabulary: Vocabulary

    # expressions, statements, tests
    @abstractmethod
    def evaluate(self, expression: facts.Expression, scope: Scope) -> Value: ...
    @abstractmethod
    def run(self, block: Sequence[facts.Statement], scope: Scope) -> None: ...
    @abstractmethod
    def test(self, expression: facts.Expression, scope: Scope) -> Truth: ...
    @abstractmethod
    def truth(self, value: Value, scope: Scope, text: str) -> Truth: ...
    @abstractmethod
    def assign(self, target: facts.Expression, value: Value, scope: Scope, site: Site) -> None: ...
    @abstractmethod
    def iterate(self, value: Value, scope: Scope) -> tuple[list[Value], bool]: ...

    # attributes
    @abstractmethod
    def attribute(self, value: Value, name: str, scope: Scope, site: Site) -> Value: ...
    @abstractmethod
    def set_attribute(self, target: Value, name: str, value: Value, scope: Scope, site: Site, call: Site | None) -> None: ...
    @abstractmethod
    def annotated(self, annotation: facts.Expression | None, module: ModuleInfo, term: tuple[object, ...]) -> Value | None: ...
    @abstractmethod
    def global_value(self, module: ModuleInfo, name: str, scope: Scope) -> Value: ...
    @abstractmethod
    def fields_of(self, value: Value, scope: Scope, deep: bool) -> dict[str, Value] | None: ...
    @abstractmethod
    def default_of(self, field: Field, scope: Scope) -> Value: ...

    # calls
    @abstractmethod
    def call(self, function: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value: ...
    @abstractmethod
    def invoke(
        self, function: FunctionInfo, self_value: Value | None, arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> Value: ...
    @abstractmethod
    def enter(self, closure: Closure, arguments: Sequence[Passed], scope: Scope) -> Value: ...
    @abstractmethod
    def native(self, target: Value, name: str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value: ...
    @abstractmethod
    def external(self, name: str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value: ...
    @abstractmethod
    def dump(self, value: Value, scope: Scope, deep: bool) -> Value: ...
    @abstractmethod
    def copy_of(self, value: Value, changes: dict[str, Value], scope: Scope) -> Value: ...
    @abstractmethod
    def constructed(self, cls: ClassInfo) -> Result | None: ...
    @abstractmethod
    def overrides(self, cls: ClassInfo, function: FunctionInfo) -> list[tuple[ClassInfo, FunctionInfo]]: ...
    @abstractmethod
    def registered(self, module: ModuleInfo, name: str, value: Ref, scope: Scope) -> None: ...
    @abstractmethod
    def relevant(self, function: FunctionInfo, arguments: Sequence[Passed], scope: Scope) -> bool: ...
    @abstractmethod
    def relevant_class(self, cls: ClassInfo, arguments: Sequence[Passed], scope: Scope) -> bool: ...
    @abstractmethod
    def compose(
        self, function: FunctionInfo, self_value: Value | None, bound: Bound, scope: Scope, site: Site
    ) -> Value | None: ...
    @abstractmethod
    def compose_object(
        self,
        cls: ClassInfo,
        init: FunctionInfo,
        bound: Bound,
        scope: Scope,
        site: Site,
        construction: Construction | None,
    ) -> Value | None: ...
    @abstractmethod
    def symbolic(
        self,
        parameter: facts.Parameter,
        module: ModuleInfo,
        term: Term,
        function: FunctionInfo | None = None,
        scope: Scope | None = None,
    ) -> Value: ...
    @abstractmethod
    def opaque_call(self, function: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value: ...
    @abstractmethod
    def call_expression(self, call: facts.Call, scope: Scope) -> Value: ...
    @abstractmethod
    def arguments(self, call: facts.Call, scope: Scope) -> list[Passed]: ...
    @abstractmethod
    def spread(self, arguments: Sequence[Passed], scope: Scope) -> tuple[list[Passed], list[Passed], bool]: ...
    @abstractmethod
    def promoted(self, parameter: facts.Parameter | str, passed: Passed, module: ModuleInfo) -> Value: ...
    @abstractmethod
    def record(
        self, callee: ClassInfo | str, given: list[Given], scope: Scope, site: Site, made: tuple[Ref, ...] = ()
    ) -> Construction | None: ...
    @abstractmethod
    def weighs(self, value: Value, scope: Scope, depth: int = 0) -> bool: ...
    @abstractmethod
    def through(
        self, function: Value, arguments: Sequence[Passed], scope: Scope, on_yield: Callable[[Value], Value]
    ) -> None: ...
    @abstractmethod
    def mentioned(self, function: FunctionInfo, names: frozenset[str]) -> bool: ...
    @abstractmethod
    def made_closure(self, closure: Closure, scope: Scope) -> None: ...

    # containers
    @abstractmethod
    def as_mapping(self, value: Value, scope: Scope) -> Mapping | None: ...
    @abstractmethod
    def merge(self, into: Mapping, value: Value, scope: Scope) -> None: ...
    @abstractmethod
    def put(self, mapping: Mapping, key: str, value: Value, scope: Scope) -> None: ...
    @abstractmethod
    def item(self, value: Value, index: Value, scope: Scope) -> Value: ...
    @abstractmethod
    def combine(self, operator: str, left: Value, right: Value, scope: Scope) -> Value: ...
    @abstractmethod
    def hold(self, container: Instance, value: Value, scope: Scope, site: Site, call: Site | None) -> None: ...
    @abstractmethod
    def contain(self, instance: Instance, value: Value, scope: Scope, stars: int) -> None: ...

    # what things are
    @abstractmethod
    def class_of(self, value: Value, scope: Scope) -> ClassInfo | None: ...
    @abstractmethod
    def carries_config(self, value: Value, scope: Scope) -> bool: ...
    @abstractmethod
    def symbol_value(self, symbol: object, scope: Scope) -> Value: ...
    @abstractmethod
    def note_unresolved(self, site: Site, message: str) -> None: ...

    # small things that all share

    def each(self, value: Value, scope: Scope, change: Callable[[Value], Value]) -> Value:
        """Apply a function to each option of a value, under that option's condition."""
        before = scope.condition
        if before is None:
            return value if not isinstance(value, tuple) else value
        out: list[tuple[Condition, Value]] = []
        for condition, option in options(value, before):
            scope.condition = condition
            out.append((condition, change(option)))
        scope.condition = before
        return choose(out, before)

    def every(self, value: Value, scope: Scope) -> Iterable[Value]:
        """Visit each option of a value, with the scope's condition set to that option's."""
        before = scope.condition
        if before is None:
            return
        for condition, option in options(value, before):
            scope.condition = condition
            yield option
        scope.condition = before

    def object(self, ref: Ref, frame: Frame) -> Object:
        """The object behind a reference."""
        return frame.heap[ref.index]

    def site(self, scope: Scope, line: int, column: int) -> Site:
        """A place in the file that a scope belongs to."""
        return Site(scope.module.path, line, column)

    def origin(self, scope: Scope, site: Site, where: str) -> Hop:
        """The first step of a config: where it was read or made."""
        return Hop("origin", site, None, where, scope.identity)
