"""What the parts of the drawer know of each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from lint_rules.outline.texts import Text
from lint_rules.outline.values import Call, Mapping, Object, Passed, Value
from lint_rules.project.site import Site

if TYPE_CHECKING:
    from lint_rules.blueprint.vocabulary import Vocabulary
    from lint_rules.outline.pristine import Container
    from lint_rules.outline.scope import Scope
    from lint_rules.project import facts
    from lint_rules.project.symbols import ClassInfo, Field, FunctionInfo, Project, Symbol


class Core:
    """The state of one drawer, and the methods by which its parts call each other."""

    project: Project
    vocabulary: Vocabulary
    helpers: dict[str, str]
    """Functions that join a name, with the template of what they return."""
    prefix: str
    """The parameter that names a layer."""
    calls: list[Call]
    """The calls that make modules, of the outline that is drawn now."""
    forks: int
    """How many branches are open: what is assigned in one may be so."""
    loops: int
    depth: int
    deepest: int
    """The depth that was reached since something began to be worked out."""
    longest: int
    """The most steps that one call took since then: where less is left for it, it may come to something else."""
    steps: int
    most: int
    """How many steps there may be by the end of the call that is being run."""
    running: dict[Hashable, int]
    """How often a function is being run now, each inside the other."""
    inlined: set[FunctionInfo]
    """The functions that this outline ran."""
    tied: int
    """Grows with all that comes to something else in another drawing."""

    def remembered(self, key: Hashable, make: Callable[[], Value], unfinished: Value | None = None) -> Value:
        """What ``make`` comes to, wherever it is asked for; ``unfinished`` is what it is taken for while that is worked out."""
        raise NotImplementedError

    def touch(self, container: Container) -> None:
        """Take note that something is about to be changed: if other outlines get to see it, too, it will be made what it was."""
        raise NotImplementedError

    def evaluate(self, expression: facts.Expression | None, scope: Scope) -> Value:
        """What an expression stands for; the calls in it happen."""
        raise NotImplementedError

    def run(self, body: Iterable[facts.Statement], scope: Scope) -> None:
        """Run statements."""
        raise NotImplementedError

    def arguments(self, call: facts.Call, scope: Scope) -> list[Passed]:
        """The arguments of a call."""
        raise NotImplementedError

    def call(self, callee: Value, arguments: Sequence[Passed], scope: Scope, site: Site) -> Value:
        """What a call returns."""
        raise NotImplementedError

    def attribute(self, value: Value, name: str, scope: Scope, site: Site | None = None) -> Value:
        """What ``value.name`` stands for."""
        raise NotImplementedError

    def assign(self, target: facts.Expression, value: Value, scope: Scope) -> None:
        """Bind a target."""
        raise NotImplementedError

    def set_attribute(self, target: Value, name: str, value: Value) -> None:
        """Put a value into an attribute."""
        raise NotImplementedError

    def elements(self, value: Value) -> list[Value]:
        """What a loop over a value binds, once for each turn that can be told apart; at least one."""
        raise NotImplementedError

    def meaning(self, symbols: Iterable[Symbol]) -> Value:
        """The value of a name at the top level of a module."""
        raise NotImplementedError

    def field_value(self, field: Field) -> Value:
        """What a name in a class's body stands for."""
        raise NotImplementedError

    def bind(
        self, parameters: Sequence[facts.Parameter], arguments: Sequence[Passed], scope: Scope
    ) -> dict[str, Value]:
        """Parameters and what a call gives them; defaults are evaluated in ``scope``."""
        raise NotImplementedError

    def symbolic(self, parameter: facts.Parameter, scope: Scope) -> Value:
        """What a parameter stands for where nothing is known of its argument."""
        raise NotImplementedError

    def inline(
        self, function: FunctionInfo, self_value: Value | None, arguments: Sequence[Passed], site: Site
    ) -> Value:
        """What a function of the project returns, its statements run here."""
        raise NotImplementedError

    def is_part(self, cls: ClassInfo | str) -> bool:
        """Whether a class's objects are modules."""
        raise NotImplementedError

    def make(self, cls: ClassInfo | str, arguments: Sequence[Passed], scope: Scope, site: Site) -> Object:
        """A new object of a class."""
        raise NotImplementedError

    def note_base(
        self, base: ClassInfo | None, self_value: Value | None, arguments: Sequence[Passed], scope: Scope, site: Site
    ) -> None:
        """Note that a constructor hands its arguments up; None for a base that is not in view."""
        raise NotImplementedError

    def put(self, mapping: Mapping, key: Value, value: Value) -> None:
        """Put something under a key of a dict."""
        raise NotImplementedError

    def texts(self, value: Value, label: str = "") -> list[Text]:
        """A value as the text that an f-string makes of it; several where it may be several."""
        raise NotImplementedError

    def together(self, rows: list[list[Text]], at_root: bool = False) -> Value:
        """Strings put one after the other, each of which may have several readings."""
        raise NotImplementedError

    def joined(self, parts: Iterable[facts.Expression], scope: Scope) -> Value:
        """An f-string."""
        raise NotImplementedError

    def formatted(self, pattern: Text, value: Value, said: str) -> Value:
        """``"%s.%s" % (prefix, name)``"""
        raise NotImplementedError

    def text_method(self, owner: Text, name: str, arguments: Sequence[Passed]) -> Value:
        """What a method of a string returns."""
        raise NotImplementedError
