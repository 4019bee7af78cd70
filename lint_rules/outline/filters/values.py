"""What an expression of a filter function is worth while the filter judges one name: a small closed family of values."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from lint_rules.project.symbols import ClassInfo, ModuleInfo


class Literal(NamedTuple):
    """A string in the code; lines from 1 and columns from 0 in bytes, as :mod:`ast` counts."""

    path: Path
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A string that is known."""

    text: str
    literal: Literal | None = None
    """The string in the code that it comes from, where that may be a pattern."""
    named: bool = False
    """Whether it holds the name that the filter judges."""
    parts: tuple[Text, ...] = ()
    """Of ``"|".join(patterns)``: the patterns."""


@dataclass(frozen=True, slots=True)
class Regex:
    """What ``re.compile`` returns."""

    text: Text
    flags: int = 0


@dataclass(frozen=True, slots=True)
class Plain:
    """A number, a truth, ``None``."""

    value: bool | int | float | None


@dataclass(frozen=True, slots=True)
class Items:
    """A list, tuple, set, or the keys of a dict."""

    values: tuple[Value, ...]
    closed: bool = True
    """Whether there are no others."""
    entries: tuple[Value, ...] | None = None
    """Of a dict: its values, in the order of its keys."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything else; ``tainted`` where it may depend on the name or the module that is judged."""

    tainted: bool = False


@dataclass(frozen=True, slots=True)
class Config:
    """A quantization config."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The module that is judged."""


@dataclass(frozen=True, slots=True)
class Outside:
    """Something from outside the project, under its full name: ``re.search``."""

    name: str


@dataclass(frozen=True, slots=True)
class Package:
    """A module of the project."""

    module: ModuleInfo


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of the project."""

    cls: ClassInfo


@dataclass(frozen=True, eq=False)
class Thing:
    """An object of a class of the project, with what its constructor was given as far as that is known."""

    cls: ClassInfo
    given: Mapping[str, Value] = field(default_factory=dict)
    built: bool = False
    """Whether its construction is in view, so that what it was not given has its default."""


@dataclass(frozen=True, eq=False)
class Function:
    """A function, method or lambda, with the names that it sees and the arguments that are bound already."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    scope: Scope
    """Where it was made."""
    self_value: Value | None = None
    bound: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)

    @property
    def parameters(self) -> list[ast.arg]:
        """The parameters that a call fills by place: neither ``self`` nor what is bound."""
        arguments = self.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        skipped = len(self.bound) + (self.self_value is not None)
        return [each for each in positional[skipped:] if each.arg not in self.keywords]

    @property
    def required(self) -> int:
        """How many of these have no default."""
        arguments = self.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        optional = {each.arg for each in positional[len(positional) - len(arguments.defaults) :]}
        return sum(each.arg not in optional for each in self.parameters)


@dataclass(frozen=True, slots=True)
class Native:
    """A method of a text, a regex, a collection, or of something from outside."""

    owner: Value
    name: str


Value: TypeAlias = (
    Text | Regex | Plain | Items | Unknown | Config | Judged | Outside | Package | Kind | Thing | Function | Native
)


class Scope:
    """The names that a piece of code sees: its own, those around it, its module's."""

    def __init__(self, module: ModuleInfo, outer: Scope | None = None) -> None:
        self.module = module
        self.outer = outer
        self.names: dict[str, Value] = {}

    def find(self, name: str) -> Value | None:
        """What a local name means here; None where it is none."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None


class Given(NamedTuple):
    """The arguments of a call, with its splats laid out."""

    positional: tuple[Value, ...]
    keywords: Mapping[str, Value]
    complete: bool = True
    """Whether there are no others."""

    def get(self, place: int, name: str) -> Value | None:
        """The argument at a place or of a name."""
        if place < len(self.positional):
            return self.positional[place]
        return self.keywords.get(name)


NONE = Plain(None)
UNKNOWN = Unknown()


def truth(value: Value) -> bool | None:
    """Whether a value is true; None where that can't be told."""
    match value:
        case Text(text=text):
            return bool(text)
        case Plain(value=plain):
            return bool(plain)
        case Items(values=values, closed=closed):
            return True if values else (False if closed else None)
        case Regex() | Judged() | Function() | Kind() | Package() | Native():
            return True
        case _:
            return None


def tainted(values: Iterable[Value]) -> bool:
    """Whether any of these may depend on the name or the module that is judged."""
    for value in values:
        match value:
            case Judged() | Unknown(tainted=True) | Text(named=True):
                return True
            case Items(values=inner) if tainted(inner):
                return True
            case Native(owner=owner) if tainted([owner]):
                return True
            case _:
                pass
    return False


def join(values: Iterable[Value]) -> Value:
    """What a value is that is one of these."""
    options = list(dict.fromkeys(values))
    if len(options) == 1:
        return options[0]
    if Config() in options:
        return Config()
    functions = [option for option in options if isinstance(option, Function)]
    if len(functions) == 1 and all(option in (functions[0], Plain(None)) for option in options):
        return functions[0]
    truths = {truth(option) for option in options}
    if len(truths) == 1 and None not in truths:
        return Plain(truths.pop())
    return Unknown(tainted(options))


def latest(values: Iterable[Value]) -> Value:
    """The last of the values that a name was given which is known: on some path, it is that."""
    out: Value = Unknown()
    for value in values:
        if isinstance(value, Config):
            return value
        if not isinstance(value, Unknown | Outside) or isinstance(out, Unknown):
            out = value
    return out
