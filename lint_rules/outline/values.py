"""What an expression may stand for while an outline is drawn: as much as decides which modules there are and how they are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, field

from lint_rules.outline.texts import Text
from lint_rules.project.symbols import ClassInfo

if TYPE_CHECKING:
    from lint_rules.outline.scope import Scope
    from lint_rules.project import facts
    from lint_rules.project.site import Site
    from lint_rules.project.symbols import FunctionInfo, ModuleInfo


class Unknown(Struct, frozen=True):
    """Something that can't be told, or that never matters."""


class Const(Struct, frozen=True):
    """A constant that is no string."""

    value: bool | int | float | None


class Quant(Struct, frozen=True):
    """A quantization config: it is there if one of these parameters of the builder has one; ``""`` is always there."""

    sources: frozenset[str]


class Index(Struct, frozen=True):
    """A number that a loop counts, from nought on; ``shift`` is what is added, None where that can't be told."""

    shift: int | None = 0


class ClassRef(Struct, frozen=True):
    """A class: of the project, or the full name of one from outside."""

    cls: ClassInfo | str


class ModuleRef(Struct, frozen=True):
    """A module of the project."""

    module: ModuleInfo


class FunctionRef(Struct, frozen=True):
    """A function; a method with its object."""

    function: FunctionInfo
    self: Value | None = None


class Closure(Struct, frozen=True, eq=False):
    """A lambda or an inner function, with the scope that it was made in."""

    parameters: tuple[facts.Parameter, ...]
    body: facts.Expression | tuple[facts.Statement, ...]
    scope: Scope
    line: int


class Native(Struct, frozen=True):
    """A method of a value that the evaluator knows itself."""

    self: Value
    name: str


class Outer(Struct, frozen=True):
    """Something from outside the project that is no class, under its full name."""

    name: str


class SuperRef(Struct, frozen=True):
    """``super()``: lookups start after ``cls``."""

    cls: ClassInfo
    self: Value


class Symbol(Struct, frozen=True):
    """An object that was not made in view, of a class of the project."""

    cls: ClassInfo


class Passed(Struct, frozen=True):
    """An argument that a call was given."""

    name: str | None
    stars: int
    value: Value
    site: Site


class Partial(Struct, frozen=True):
    """A callable with some arguments given already."""

    function: Value
    arguments: tuple[Passed, ...]


class Object(Struct, eq=False):
    """An object that was made in view: a module of the tree, or anything else of a class of the project."""

    cls: ClassInfo | str | None
    """None where the class can't be told."""
    attributes: dict[str, Value] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    """Where it was put, first things first."""
    part: Call | None = None
    """The call that made it, where it is a module."""
    lent: dict[str, Object] = field(default_factory=dict)
    """What is inside it and was asked for, though it was not put there in view."""
    shared: bool = False
    """Whether other outlines get to see it, too."""

    @property
    def is_module(self) -> bool:
        """Whether it is a module, or may be one; a record, a helper or the like is none."""
        return self.part is not None or not isinstance(self.cls, ClassInfo) or self.cls.is_module

    @property
    def held(self) -> Iterable[Value]:
        """What is put into it."""
        return self.attributes.values()


class Sequence(Struct, eq=False):
    """A list, tuple, or container of modules that counts them."""

    items: list[Value] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    counted: bool = True
    """Whether each item's number is its place: not where a loop made them."""
    looped: bool = False
    """Whether one loop made them all, so that its count is the place of each."""
    shared: bool = False
    """Whether other outlines get to see it, too."""

    def key(self, number: int) -> str:
        """The component of an item: its number, ``*`` for what a loop counts, ``?`` where neither can be told."""
        return str(number) if self.counted else "*" if self.looped else "?"

    @property
    def held(self) -> Iterable[Value]:
        """What is put into it."""
        return self.items


class Mapping(Struct, eq=False):
    """A dict, or a container of modules that names them."""

    entries: dict[str, Value] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    closed: bool = True
    """Whether it has no keys but these."""
    rest: Value = Unknown()
    """What keys that can't be told hold."""
    own: Callable[[str], Value] | None = None
    """For the ``**kwargs`` of the builder that is drawn: what its caller may have given under a name."""
    shared: bool = False
    """Whether other outlines get to see it, too."""

    def copied(self) -> Mapping:
        """Another dict that holds the same."""
        return Mapping(dict(self.entries), closed=self.closed, rest=self.rest, own=self.own)

    @property
    def held(self) -> Iterable[Value]:
        """What is put into it."""
        return self.entries.values()


class Place(Struct, eq=False):
    """Where something was put: the component ``key`` below ``owner``."""

    owner: Object | Sequence | Mapping
    key: str


class Call(Struct, eq=False):
    """A call that makes a module."""

    callee: ClassInfo | str
    arguments: tuple[Passed, ...]
    site: Site
    where: str
    own: str | None
    """How the builder's own prefix can be written where the call stands."""
    is_base: bool = False
    """Whether it is ``super().__init__(...)``: nothing new is made."""
    result: Object | None = None


class Choice(Struct, frozen=True):
    """One of several values."""

    options: tuple[Value, ...]


Value: TypeAlias = (
    Unknown | Const | Text | Quant | Index | ClassRef | ModuleRef | FunctionRef | Closure | Native | Outer | SuperRef | Symbol
    | Partial | Object | Sequence | Mapping | Choice
)  # fmt: skip

UNKNOWN = Unknown()
NONE = Const(None)
ALWAYS = Quant(frozenset({""}))

_MOST = 12


def options(value: Value) -> tuple[Value, ...]:
    """The values that this may be."""
    return value.options if type(value) is Choice else (value,)


def choice(values: Iterable[Value]) -> Value:
    """One value out of several, each once; what can't be told says nothing beside an object, a class or a config."""
    every = values if isinstance(values, list) else list(values)
    if len(every) == 1:
        return every[0]
    kept: dict[Value, None] = {}
    for value in every:
        if isinstance(value, Choice):
            kept.update(dict.fromkeys(value.options))
        else:
            kept[value] = None
    if len(kept) > 1 and not any(isinstance(each, Const | Text) for each in kept):
        kept.pop(UNKNOWN, None)
    if len(kept) == 1:
        return next(iter(kept))
    return Choice(tuple(kept)[:_MOST]) if kept else UNKNOWN
