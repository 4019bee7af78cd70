"""Where an evaluation keeps what it knows: objects on a frame's heap, names in scopes, and what was built.

A *frame* is the evaluation of one builder in its own terms, with a heap of its own; a *scope* is one function's names.
Methods of the object under construction, closures and lambdas are evaluated inside their caller's frame, so a frame may
hold many scopes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from lint_rules.blueprint.conditions import TRUE, Condition, beyond
from lint_rules.blueprint.values import UNKNOWN, Config, Flag, Hop, Ref, Term, Value, options, overwrite
from lint_rules.project.site import Site
from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo


@dataclass(slots=True, eq=False)
class Instance:
    """An object that was built in view. ``cls`` is a full name where the class lies outside the project."""

    cls: ClassInfo | str
    fields: dict[str, Value] = field(default_factory=dict)
    items: list[Value] = field(default_factory=list)
    """What a container of modules holds."""
    counted: bool = True
    """Whether the place of each item is known, so that it is its name."""
    construction: Construction | None = None
    placed: Assignment | None = None
    """The statement that put it into an attribute."""
    born: Condition = TRUE
    changed: bool = False
    site: Site | None = None
    """The call that built it, where it is an object of the project."""
    settled: dict[str, bool] = field(default_factory=dict)
    """Its flags that had one value when it was built, and which."""
    later: dict[str, bool] = field(default_factory=dict)
    """Its flags that were set once it was built, and to what the last time."""
    told: frozenset[str] = frozenset()
    """Its flags that were given when it was built, and not left to their defaults."""
    unset: dict[str, Value] = field(default_factory=dict)
    """Fields that are None only because nobody set them: seen from another builder, each may be a config."""
    common: bool = False
    """Whether a module's top level holds it, so that all functions see what one does to it."""


@dataclass(slots=True, eq=False)
class Mapping:
    """A dict. Keys that are not known are: one ``rest`` value for all of them; none where ``closed``."""

    entries: dict[str, Value] = field(default_factory=dict)
    closed: bool = True
    rest: Value = UNKNOWN
    born: Condition = TRUE
    changed: bool = False
    view: Value | None = None
    """The object whose attributes it is: ``vars(config)``, ``config.__dict__``."""


@dataclass(slots=True, eq=False)
class Sequence:
    """A list, tuple or set."""

    items: list[Value] = field(default_factory=list)
    kind: str = "list"
    closed: bool = True
    born: Condition = TRUE
    changed: bool = False


Object: TypeAlias = Instance | Mapping | Sequence
"""What a heap holds."""


@dataclass(slots=True, eq=False)
class Assignment:
    """The statement that put a module into an attribute."""

    site: Site
    call: Site | None
    """The call whose result is assigned, where it is one."""
    scope: Hashable
    condition: Condition


@dataclass(slots=True, eq=False)
class Given:
    """An argument as it arrived: the parameter that took it, if known, its value and its last step."""

    parameter: str | None
    value: Value
    hop: Hop


@dataclass(slots=True, eq=False)
class Construction:
    """A call whose result is a new object of a class."""

    callee: ClassInfo | str
    arguments: tuple[Given, ...]
    condition: Condition
    site: Site
    where: str
    scope: Hashable
    made: tuple[Ref, ...] = ()
    """What it may have made."""
    pending: bool = False
    """A ``partial`` that nobody called yet."""
    factory: FunctionInfo | None = None
    """The function that was called, where it is one that returns a module."""


@dataclass(slots=True, eq=False)
class Store:
    """An attribute of an object that was set after the object was built."""

    target: Value
    name: str
    value: Value
    condition: Condition
    site: Site
    scope: Hashable
    where: str
    before: Value = UNKNOWN
    """What the attribute held until then, where that is asked: it is, where a config may be taken away."""
    taken: bool = False
    """Whether what it held is handed to whoever took it away, as ``pop`` does."""


@dataclass(slots=True, eq=False)
class Guard:
    """A block with something that follows it also where an error ends it: ``finally``, ``except``, ``__exit__``."""

    always: bool
    """Whether that is done on every way out; else only after an error."""
    reached: Condition = TRUE
    """When the evaluation got there: conditions that only hold since the block went well are part of it."""


@dataclass(slots=True, eq=False)
class Child:
    """A builder's call: its result, and what its arguments stand for in the caller's terms."""

    result: Result
    slots: tuple[Value, ...]
    objects: tuple[int, ...]
    nested: frozenset[int]
    """The slots that came inside a dict, a list or an object, not as arguments of their own."""
    condition: Condition
    construction: Construction | None


@dataclass(slots=True, eq=False)
class Event:
    """Something that happened in a frame."""

    what: Store | Construction | Child | Assignment | Guard
    within: tuple[Construction, ...]
    """The constructions under way that are evaluated inside this frame."""
    cleaning: Guard | None
    """The block which it cleans up after."""


@dataclass(slots=True, eq=False)
class Result:
    """A builder's blueprint, in its own terms: ``("arg", n)`` is the n-th thing that its arguments brought."""

    builder: FunctionInfo | ClassInfo | ModuleInfo
    owner: ClassInfo | None
    heap: list[Object]
    imported: int
    """So many objects at the heap's beginning came with the arguments."""
    returned: Value
    overlays: dict[Term, dict[str, Value]]
    written: set[tuple[Term, str]]
    constructions: list[Construction]
    children: list[Child]
    stores: list[Store]
    events: list[Event]
    """All of that in its order."""
    reached: set[object]
    used: list[tuple[Term, Condition]]
    reads: set[str]
    """The flags that the builder's own text reads, or that of what it calls to get a value."""
    slots: tuple[Value, ...]
    """For an entry, what its own arguments are."""
    closed: bool
    """Whether it can be moved to another frame: it hands out no closure."""
    interesting: bool = False


class Frame:
    """One evaluation under way."""

    def __init__(self) -> None:
        self.heap: list[Object] = []
        self.overlays: dict[Term, dict[str, Value]] = {}
        self.constructions: list[Construction] = []
        self.children: list[Child] = []
        self.stores: list[Store] = []
        self.events: list[Event] = []
        self.building: list[Construction] = []
        """The constructions under way inside this frame."""
        self.cleaning: Guard | None = None
        self.reached: set[object] = set()
        self.globals: dict[Hashable, Value] = {}
        self.used: list[tuple[Term, Condition]] = []
        """The configs that were tested, looked into or handed to a module, and when."""
        self.reads: set[str] = set()
        """The flags that are read here."""
        self.written: set[tuple[Term, str]] = set()
        """The fields of symbolic objects that were set here."""

    def happened(self, what: Store | Construction | Child | Assignment | Guard) -> None:
        """Note something in the order of the run."""
        self.events.append(Event(what, tuple(self.building), self.cleaning))

    @contextmanager
    def cleaning_up(self, guard: Guard, reached: Condition) -> Iterator[None]:
        """While this is open, what happens is done after the guarded block, also where an error ended it."""
        guard.reached = reached
        outer, self.cleaning = self.cleaning, guard
        yield
        self.cleaning = outer

    def use(self, config: Term, condition: Condition) -> None:
        """Note that something depends on a config."""
        self.used.append((config, condition))

    def add(self, made: Object) -> Ref:
        """Put an object on the heap."""
        self.heap.append(made)
        return Ref(len(self.heap) - 1)


class Scope:
    """The names of one function while it is evaluated, and the condition under which the current statement runs."""

    def __init__(
        self,
        frame: Frame,
        module: ModuleInfo,
        *,
        function: FunctionInfo | None = None,
        label: str = "",
        parent: Scope | None = None,
        condition: Condition | None = TRUE,
        owner: ClassInfo | None = None,
        self_value: Value | None = None,
    ) -> None:
        self.frame = frame
        self.module = module
        self.function = function
        self.label = label or (function.label if function is not None else module.name)
        self.parent = parent
        self.names: dict[str, Value] = {}
        self.base = condition or TRUE
        self.condition = condition
        self.owner: ClassInfo | None = owner if owner is not None else (parent.owner if parent is not None else None)
        self.self_value: Value | None = self_value
        if self_value is None and parent is not None:
            self.self_value = parent.self_value
        self.returns: list[tuple[Condition, Value]] = []
        self.on_yield: Callable[[Value], Value] | None = parent.on_yield if parent is not None else None
        self.outer_names: set[str] = set()
        self.discards: Site | None = None
        """The call on a line of its own that is evaluated now: nobody takes what it returns."""

    @property
    def known(self) -> Condition:
        """The current condition; TRUE where the code can't be reached (nothing is recorded there)."""
        return self.condition if self.condition is not None else TRUE

    @property
    def identity(self) -> Hashable:
        """What tells this function's text from any other's."""
        if self.function is not None:
            return (self.module.key, self.function.facts.line)
        if self.parent is not None:
            return self.parent.identity
        return (self.module.key, 0)

    def find(self, name: str) -> Scope | None:
        """The innermost scope that binds a name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope
            scope = scope.parent
        return None

    def write(self, name: str, value: Value) -> None:
        """Bind a name where the current condition holds."""
        if self.condition is None:
            return
        target = self
        if name in self.outer_names and self.parent is not None:
            target = self.parent.find(name) or self
        when = beyond(self.condition, target.base)
        target.names[name] = overwrite(target.names[name], when, value) if name in target.names else value


def weighs(value: Value, heap: list[Object], known: Condition = TRUE, depth: int = 0) -> bool:
    """Whether a value holds a config or a flag where ``known`` holds, directly or inside a dict or a list."""
    for _, option in options(value, known):
        if isinstance(option, Config | Flag):
            return True
        if isinstance(option, Ref) and depth < 3:
            made = heap[option.index]
            if isinstance(made, Instance):
                continue
            held = made.entries.values() if isinstance(made, Mapping) else made.items
            if any(weighs(each, heap, known, depth + 1) for each in held):
                return True
    return False
