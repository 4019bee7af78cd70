"""What the parts of the evaluator ask of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from lint_rules.blueprint.conditions import Condition
from lint_rules.blueprint.frame import Construction, Frame, Given, Instance, Mapping, Object, Result, Scope
from lint_rules.blueprint.values import Closure, Hop, Passed, Ref, Term, Value, choose, options
from lint_rules.project import facts
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, Field, FunctionInfo, ModuleInfo, Project
from lint_rules.project.symbols import Symbol as Meaning

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
    def evaluate(self, expression: facts.Expression, scope: Scope) -> Value:
        """The value of an expression."""

    @abstractmethod
    def run(self, block: Sequence[facts.Statement], scope: Scope) -> None:
        """Run statements in their order, as far as they are reached."""

    @abstractmethod
    def test(self, expression: facts.Expression, scope: Scope) -> Truth:
        """When an expression is true, and when it is false."""

    @abstractmethod
    def truth(self, value: Value, scope: Scope, text: str) -> Truth:
        """When a value is true, and when it is false; ``text`` is how the source has it."""

    @abstractmethod
    def assign(
        self, target: facts.Expression, value: Value, scope: Scope, site: Site, call: Site | None = None
    ) -> None:
        """Bind a target: a name, an attribute, an item, or several of them."""

    @abstractmethod
    def iterate(self, value: Value, scope: Scope) -> tuple[list[Value], bool]:
        """The items that a loop over ``value`` sees, and whether these are all of them."""

    # attributes
    @abstractmethod
    def attribute(self, value: Value, name: str, scope: Scope, site: Site) -> Value:
        """``value.name``"""

    @abstractmethod
    def consult(self, value: Value, name: str, scope: Scope) -> None:
        """Note that the code reads ``value.name``, if that is a flag."""

    @abstractmethod
    def set_attribute(
        self, target: Value, name: str, value: Value, scope: Scope, site: Site, call: Site | None = None
    ) -> None:
        """``target.name = value``; ``call`` is the call whose result is assigned, where it is one."""

    @abstractmethod
    def delete_attribute(self, target: Value, name: str, scope: Scope, site: Site, taken: bool = False) -> None:
        """``del target.name``; ``taken`` where somebody is given what it held."""

    @abstractmethod
    def delete_item(self, holder: Value, key: str, scope: Scope, site: Site) -> None:
        """``del holder[key]``"""

    @abstractmethod
    def update_symbol(self, target: Value, changes: Value, scope: Scope, site: Site) -> None:
        """``target.update(changes)`` for an object that was not built in view, as far as configs are concerned."""

    @abstractmethod
    def annotated(self, annotation: facts.Expression | None, module: ModuleInfo, term: Term) -> Value | None:
        """What a parameter or field of this annotation is; None where the annotation says nothing of use."""

    @abstractmethod
    def global_value(self, module: ModuleInfo, name: str, scope: Scope) -> Value:
        """What a name means at the top level of a module."""

    @abstractmethod
    def fields_of(self, value: Value, scope: Scope) -> dict[str, Value] | None:
        """An object's fields by name, for a dump; None where they can't be told."""

    @abstractmethod
    def field_origin(self, field: Field, cls: ClassInfo) -> Hop: ...
    @abstractmethod
    def default_of(self, field: Field, scope: Scope) -> Value:
        """The default that a record gives to a field."""

    # calls
    @abstractmethod
    def call(self, function: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """A call's result, whatever is called."""

    @abstractmethod
    def invoke(
        self, function: FunctionInfo, self_value: Value | None, arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> Value:
        """Call a function, or a method of ``self_value``."""

    @abstractmethod
    def enter(self, closure: Closure, arguments: Sequence[Passed], scope: Scope) -> Value:
        """Call a lambda or an inner function."""

    @abstractmethod
    def native(self, target: Value, name: str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """Call a method that the evaluator knows itself."""

    @abstractmethod
    def external(self, name: str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """Call something from outside the project."""

    @abstractmethod
    def dump(self, value: Value, scope: Scope, deep: bool) -> Value:
        """An object's fields as a dict; with ``deep``, objects in it are dicts as well."""

    @abstractmethod
    def view(self, value: Value, scope: Scope) -> Value:
        """An object's own ``__dict__``: what is done to it is done to the object."""

    @abstractmethod
    def construct(self, cls: ClassInfo, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """Call a class."""

    @abstractmethod
    def validated(self, value: Value, cls: ClassInfo, passed: Passed, scope: Scope) -> Value:
        """An object of a pydantic model in the place of a dict."""

    @abstractmethod
    def copy_of(self, value: Value, changes: dict[str, Value], scope: Scope, deep: bool = False) -> Value:
        """A private copy of an object, with some fields changed."""

    @abstractmethod
    def constructed(self, cls: ClassInfo) -> Result | None:
        """The blueprint of a class as an entry, if its constructor matters."""

    @abstractmethod
    def overrides(self, cls: ClassInfo, function: FunctionInfo) -> list[tuple[ClassInfo, FunctionInfo]]:
        """The methods that take the place of a method in subclasses, each with the first subclass that has it."""

    @abstractmethod
    def registered(self, module: ModuleInfo, name: str, value: Ref, scope: Scope) -> None:
        """Fill a registry by running the decorators that feed it."""

    @abstractmethod
    def relevant(self, function: FunctionInfo, arguments: Sequence[Passed], scope: Scope) -> bool:
        """Whether a call of a function can bring anything about."""

    @abstractmethod
    def relevant_class(self, cls: ClassInfo, arguments: Sequence[Passed], scope: Scope) -> bool:
        """Whether a construction can bring anything about."""

    @abstractmethod
    def compose(self, function: FunctionInfo, self_value: Value | None, bound: Bound, scope: Scope) -> Value | None:
        """Put a function's own blueprint into the caller's frame; None where it can't be moved there."""

    @abstractmethod
    def compose_object(
        self,
        cls: ClassInfo,
        init: FunctionInfo,
        bound: Bound,
        scope: Scope,
        construction: Construction | None,
    ) -> Value | None:
        """Put a constructor's own blueprint into the caller's frame; None where it can't be moved there."""

    @abstractmethod
    def symbolic(
        self,
        parameter: facts.Parameter,
        module: ModuleInfo,
        term: Term,
        function: FunctionInfo | None = None,
        scope: Scope | None = None,
    ) -> Value:
        """What a parameter stands for where no argument is known."""

    @abstractmethod
    def opaque_call(self, function: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """Call something unknown."""

    @abstractmethod
    def call_expression(self, call: facts.Call, scope: Scope) -> Value:
        """The value of a call in the text."""

    @abstractmethod
    def arguments(self, call: facts.Call, scope: Scope) -> list[Passed]:
        """The arguments of a call, evaluated in the order of the text."""

    @abstractmethod
    def spread(self, arguments: Sequence[Passed], scope: Scope) -> tuple[list[Passed], list[Passed], bool]:
        """Positional and keyword arguments with their splats laid out; whether an unknown splat may hold more."""

    @abstractmethod
    def promoted(self, parameter: facts.Parameter | str, passed: Passed, module: ModuleInfo) -> Value:
        """The argument's value; where the parameter carries configs, what can't be told is one."""

    @abstractmethod
    def record(
        self, callee: ClassInfo | str, given: list[Given], scope: Scope, site: Site, made: tuple[Ref, ...] = ()
    ) -> Construction | None:
        """Note a construction, if anything about it can matter."""

    @abstractmethod
    def weighs(self, value: Value, scope: Scope) -> bool:
        """Whether a value holds a config or a flag, directly or inside a dict or a list."""

    @abstractmethod
    def through(
        self, function: Value, arguments: Sequence[Passed], scope: Scope, on_yield: Callable[[Value], Value]
    ) -> None:
        """Run a generator of the project, with ``on_yield`` called in the place of its consumer."""

    @abstractmethod
    def made_closure(self, closure: Closure, scope: Scope) -> None:
        """Note an inner function: it is evaluated for its own sake if nobody calls it in view."""

    # containers
    @abstractmethod
    def as_mapping(self, value: Value, scope: Scope) -> Mapping | None:
        """The dict that a value is, or can be read as."""

    @abstractmethod
    def merge(self, into: Mapping, value: Value, scope: Scope) -> None:
        """``into.update(value)``, ``{**value}``"""

    @abstractmethod
    def put(self, mapping: Mapping, key: str, value: Value, scope: Scope) -> None:
        """``mapping[key] = value`` where the scope's condition holds."""

    @abstractmethod
    def item(self, value: Value, index: Value, scope: Scope) -> Value:
        """``value[index]``"""

    @abstractmethod
    def combine(self, operator: str, left: Value, right: Value, scope: Scope) -> Value:
        """A binary operation."""

    @abstractmethod
    def hold(self, container: Instance, value: Value, scope: Scope, site: Site, call: Site | None) -> None:
        """Put a module into a container of modules."""

    @abstractmethod
    def contain(self, instance: Instance, value: Value, scope: Scope, stars: int) -> None:
        """Let a container of modules hold what it was given as an argument."""

    # what things are
    @abstractmethod
    def class_of(self, value: Value, scope: Scope) -> ClassInfo | None:
        """The class of an object, or the class itself."""

    @abstractmethod
    def carries_config(self, value: Value, scope: Scope) -> bool:
        """Whether a value may be a config."""

    @abstractmethod
    def symbol_value(self, symbol: Meaning, scope: Scope) -> Value:
        """The value of what a name means."""

    @abstractmethod
    def note_unresolved(self, site: Site, message: str) -> None:
        """Note a place where something that matters could not be told."""

    # small things that all share

    def each(self, value: Value, scope: Scope, change: Callable[[Value], Value]) -> Value:
        """Apply a function to each option of a value, under that option's condition."""
        before = scope.condition
        if before is None:
            return value
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
