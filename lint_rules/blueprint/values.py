"""What a name may stand for while a builder is evaluated: a small closed family of values.

All values are immutable. Dicts, lists and built objects live on a frame's heap; :class:`Ref` points to one. Whatever can
carry no config, class, config object or flag is :data:`UNKNOWN` at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lint_rules.blueprint.conditions import TRUE, Condition, beyond, both, implies, negation
from lint_rules.project.site import Site

if TYPE_CHECKING:
    from lint_rules.blueprint.frame import Scope
    from lint_rules.project import facts
    from lint_rules.project.symbols import ClassInfo, FunctionInfo, ModuleInfo

Term = tuple[Hashable, ...]
"""The identity of something symbolic: ``("arg", 0)``, ``("field", ("arg", 0), "text_config")``."""


class Hop(NamedTuple):
    """One step of a config on its way: handed over as an argument, stored, or read from its origin."""

    kind: str
    """``origin``, ``argument`` or ``store``"""
    site: Site
    """The argument, the statement, or the field."""
    call: Site | None
    """The call that the argument belongs to."""
    where: str
    """The builder that does it, ``MoE.build_layers``; for an origin, the field, ``MoEConfig.float8_cfg``."""
    scope: Hashable
    """The function that holds the site."""
    splat: bool = False


Trace = tuple[Hop, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that can't be told, or that never matters; ``plain`` where it is surely no config."""

    plain: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """The value of a dict's key that is not there."""


@dataclass(frozen=True, slots=True)
class Const:
    """A constant of the code, or a text that was put together from constants."""

    value: bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Config:
    """A quantization config. At run time it may be ``None``: that is what the atom ``("none", id)`` says."""

    id: Term
    trace: Trace = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Flag:
    """The value of a config-only flag of one config object; ``known`` where it was set in view."""

    name: str
    """``KDAConfig.quantize_projections``, as the manifest has it."""
    owner: Term
    known: bool | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """An object that was not built in view: a parameter, a field of one. Its class may be known."""

    term: Term
    cls: ClassInfo | None = None
    exact: bool = False
    """Whether it is of this very class, not of a subclass."""
    element: Value | None = None
    """For a container: what its items are."""


@dataclass(frozen=True, slots=True)
class Ref:
    """An object on the heap."""

    index: int


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class of the project."""

    cls: ClassInfo


@dataclass(frozen=True, slots=True)
class FunctionValue:
    """A function of the project, or a method that is bound to nothing."""

    function: FunctionInfo


@dataclass(frozen=True, slots=True)
class Method:
    """A method bound to its object, or a class method bound to its class."""

    function: FunctionInfo
    self: Value


@dataclass(frozen=True, slots=True)
class Native:
    """A method of a value that the evaluator knows itself: ``settings.pop``, ``layers.append``, ``config.copy``."""

    self: Value
    name: str


@dataclass(frozen=True, slots=True)
class Super:
    """``super()``: lookups start after ``cls`` in the order of the object's class."""

    cls: ClassInfo
    self: Value


@dataclass(frozen=True, slots=True)
class ExternalValue:
    """Something from outside the project, under its full name."""

    name: str


@dataclass(frozen=True, slots=True)
class ModuleValue:
    """A module of the project."""

    module: ModuleInfo


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A lambda or an inner function, with the scope that it was made in."""

    parameters: tuple[facts.Parameter, ...]
    body: facts.Expression | tuple[facts.Statement, ...]
    scope: Scope
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Passed:
    """An argument that a call or a ``partial`` was given."""

    name: str | None
    stars: int
    value: Value
    site: Site
    hop: Hop


@dataclass(frozen=True, slots=True)
class Partial:
    """A callable with some arguments given already."""

    function: Value
    arguments: tuple[Passed, ...]
    site: Site


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values: the first whose condition holds."""

    options: tuple[tuple[Condition, Value], ...]


Value: TypeAlias = (
    Unknown | Missing | Const | Config | Flag | Symbol | Ref | ClassValue | FunctionValue | Method | Native | Super
    | ExternalValue | ModuleValue | Closure | Partial | Choice
)  # fmt: skip

UNKNOWN = Unknown()
PLAIN = Unknown(True)
MISSING = Missing()
NONE = Const(None)

_MOST = 64
"""More options than this are thinned out: those that can't matter go first."""


def options(value: Value, known: Condition = TRUE) -> Iterator[tuple[Condition, Value]]:
    """The plain values that ``value`` may be where ``known`` holds, each with its full condition."""
    if not isinstance(value, Choice):
        yield known, value
        return
    left: Condition | None = known
    for condition, option in value.options:
        if left is None:
            return
        here = both(left, condition)
        if here is None:
            continue
        if isinstance(option, Choice):
            yield from options(option, here)
        else:
            yield here, option
        if implies(left, condition):
            return
        left = both(left, negation(condition))


def choose(pairs: Iterable[tuple[Condition, Value]], known: Condition = TRUE) -> Value:
    """One value out of options whose conditions are full; ``known`` is left out of what is kept."""
    kept: list[tuple[Condition, Value]] = []
    for condition, value in pairs:
        shorter = beyond(condition, known)
        if isinstance(value, Choice):
            for inner, option in value.options:
                joined = both(shorter, inner)
                if joined is not None:
                    kept.append((joined, option))
        else:
            kept.append((shorter, value))
    if not kept:
        return UNKNOWN
    first = kept[0][1]
    if all(value == first for _, value in kept):
        return first
    if len(kept) > _MOST:
        kept = _thin(kept)
    return Choice(tuple(kept)) if len(kept) > 1 else kept[0][1]


def _thin(kept: list[tuple[Condition, Value]]) -> list[tuple[Condition, Value]]:
    weighty = [pair for pair in kept if not isinstance(pair[1], Unknown | Const | ExternalValue)]
    seen: dict[Value, tuple[Condition, Value]] = {}
    for condition, value in [*weighty, *kept]:
        seen.setdefault(value, (condition, value))
    return list(seen.values())[:_MOST]


def overwrite(old: Value, condition: Condition, new: Value) -> Value:
    """What a variable holds after ``new`` is written to it where ``condition`` holds."""
    if condition == TRUE:
        return new
    before = old.options if isinstance(old, Choice) else ((TRUE, old),)
    kept = [(when, value) for when, value in before if not implies(when, condition)]
    return choose([(condition, new), *kept])


def transform(value: Value, change: Callable[[Value], Value]) -> Value:
    """Apply a function to each option."""
    if isinstance(value, Choice):
        return choose([(condition, change(option)) for condition, option in value.options])
    return change(value)


def handed(value: Value, hop: Hop) -> Value:
    """The value after one more step: configs remember it."""

    def step(option: Value) -> Value:
        return Config(option.id, (*option.trace, hop)) if isinstance(option, Config) else option

    return transform(value, step)


def configs(value: Value, known: Condition = TRUE) -> Iterator[tuple[Condition, Config]]:
    """The configs that ``value`` may be where ``known`` holds and they are not None."""
    for condition, option in options(value, known):
        if isinstance(option, Config):
            present = both(condition, Condition(frozenset({(("none", option.id), False)})))
            if present is not None:
                yield present, option
