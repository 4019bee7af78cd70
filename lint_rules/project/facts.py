"""What one file says, in a form that needs no other file: the language that blueprints are computed from.

A file's text becomes a :class:`Module` of a few dozen plain structures. They keep the order and the nesting of the code,
for both decide what a builder builds, and leave out what can't carry a config: literals in bulk, docstrings, annotations
inside function bodies that declare nothing. All are msgspec structures: immutable, comparable, serialisable.

Lines count from 1 and columns from 0, in bytes of UTF-8, as :mod:`ast` gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec


class _Node(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The base of all structures: written as arrays, told apart by a number that each begins with."""


# --- expressions ---------------------------------------------------------------------------------------------------


class Name(_Node, frozen=True, tag=1):
    """A name, read or written."""

    id: str


class Constant(_Node, frozen=True, tag=2):
    """A literal that is one value."""

    value: bool | int | float | str | None


class Attribute(_Node, frozen=True, tag=3):
    """``value.name``; the place is that of ``value``."""

    value: Expression
    name: str
    line: int
    column: int


class Subscript(_Node, frozen=True, tag=4):
    """``value[index]``"""

    value: Expression
    index: Expression


class Argument(_Node, frozen=True, tag=5):
    """One argument of a call: ``name=value``, ``value``, ``*value`` (one star) or ``**value`` (two)."""

    name: str | None
    stars: int
    value: Expression
    line: int
    column: int


class Call(_Node, frozen=True, tag=6):
    """``function(arguments)``, the arguments in the order of the text."""

    function: Expression
    arguments: list[Argument]
    line: int
    column: int


class Item(_Node, frozen=True, tag=7):
    """One item of a dict literal; without a key it is a ``**`` splat."""

    key: Expression | None
    value: Expression


class DictLiteral(_Node, frozen=True, tag=8):
    """``{key: value, **splat}``"""

    items: list[Item]


class SequenceLiteral(_Node, frozen=True, tag=9):
    """A list, tuple or set; an element may be :class:`Starred`."""

    kind: str
    elements: list[Expression]


class Starred(_Node, frozen=True, tag=10):
    """``*value``, as an element or a target."""

    value: Expression


class Conditional(_Node, frozen=True, tag=11):
    """``then if test else otherwise``"""

    test: Expression
    then: Expression
    otherwise: Expression


class Logic(_Node, frozen=True, tag=12):
    """``and`` / ``or`` over two or more operands."""

    operator: str
    operands: list[Expression]


class Not(_Node, frozen=True, tag=13):
    """``not operand``"""

    operand: Expression


class Compare(_Node, frozen=True, tag=14):
    """One comparison; a chain is a :class:`Logic` of several."""

    operator: str
    left: Expression
    right: Expression


class Binary(_Node, frozen=True, tag=15):
    """``left operator right``"""

    operator: str
    left: Expression
    right: Expression


class Text(_Node, frozen=True, tag=16):
    """An f-string: constants and the values between them."""

    parts: list[Expression]


class Walrus(_Node, frozen=True, tag=17):
    """``(name := value)``"""

    name: str
    value: Expression


class Loop(_Node, frozen=True, tag=18):
    """One ``for target in iterable if ...`` of a comprehension."""

    target: Expression
    iterable: Expression
    conditions: list[Expression]


class Comprehension(_Node, frozen=True, tag=19):
    """``kind`` is list, set, dict or generator; only a dict has a key."""

    kind: str
    key: Expression | None
    value: Expression
    loops: list[Loop]


class Lambda(_Node, frozen=True, tag=20):
    """``lambda parameters: body``"""

    parameters: list[Parameter]
    body: Expression
    line: int


class Yield(_Node, frozen=True, tag=21):
    """``yield value`` or ``yield from value``"""

    value: Expression | None


class Opaque(_Node, frozen=True, tag=22):
    """An expression whose value never matters; its parts may hold calls that do."""

    parts: list[Expression]
    text: str


Expression: TypeAlias = (
    Name | Constant | Attribute | Subscript | Call | DictLiteral | SequenceLiteral | Starred | Conditional | Logic | Not
    | Compare | Binary | Text | Walrus | Comprehension | Lambda | Yield | Opaque
)  # fmt: skip


# --- definitions ---------------------------------------------------------------------------------------------------


class Parameter(_Node, frozen=True, tag=23):
    """``kind``: ``/`` positional only, empty for the usual kind, ``*`` rest, ``k`` keyword only, ``**`` keyword rest."""

    name: str
    kind: str
    annotation: Expression | None
    default: Expression | None
    line: int


class Function(_Node, frozen=True, tag=24):
    """A function or method. ``body`` is empty until it is asked for: see ``Source.body``."""

    name: str
    qualname: str
    parameters: list[Parameter]
    returns: Expression | None
    decorators: list[Expression]
    line: int
    end_line: int
    body: list[Statement] | None


class Class(_Node, frozen=True, tag=25):
    """A class, with all statements of its body."""

    name: str
    qualname: str
    bases: list[Expression]
    decorators: list[Expression]
    line: int
    end_line: int
    body: list[Statement]


# --- statements ----------------------------------------------------------------------------------------------------


class Assign(_Node, frozen=True, tag=26):
    """``targets = value``; ``annotation`` where the code has one, ``value`` empty for a bare declaration."""

    targets: list[Expression]
    value: Expression | None
    annotation: Expression | None
    line: int
    column: int


class Augment(_Node, frozen=True, tag=27):
    """``target operator= value``; ``operator`` comes without its ``=``."""

    target: Expression
    operator: str
    value: Expression
    line: int
    column: int


class Evaluate(_Node, frozen=True, tag=28):
    """An expression on a line of its own."""

    value: Expression
    line: int
    column: int


class Return(_Node, frozen=True, tag=29):
    """``return value``"""

    value: Expression | None
    line: int


class If(_Node, frozen=True, tag=30):
    """``if test: body else: orelse``; ``elif`` is an ``If`` inside ``orelse``, and so is a ``case``."""

    test: Expression
    body: list[Statement]
    orelse: list[Statement]


class For(_Node, frozen=True, tag=31):
    """``for target in iterable: body else: orelse``"""

    target: Expression
    iterable: Expression
    body: list[Statement]
    orelse: list[Statement]


class While(_Node, frozen=True, tag=32):
    """``while test: body else: orelse``"""

    test: Expression
    body: list[Statement]
    orelse: list[Statement]


class Try(_Node, frozen=True, tag=33):
    """``try: body``, the bodies of its ``except`` clauses, ``else: orelse``, ``finally: final``."""

    body: list[Statement]
    handlers: list[list[Statement]]
    orelse: list[Statement]
    final: list[Statement]
    lost: bool
    """Whether the handlers catch nothing but a failed import."""


class WithItem(_Node, frozen=True, tag=34):
    """``value as target``"""

    value: Expression
    target: Expression | None


class With(_Node, frozen=True, tag=35):
    """``with items: body``"""

    items: list[WithItem]
    body: list[Statement]


class Delete(_Node, frozen=True, tag=36):
    """``del targets``"""

    targets: list[Expression]
    line: int
    column: int


class Leave(_Node, frozen=True, tag=37):
    """``raise``, ``break`` or ``continue``: what follows in the block is not reached."""

    kind: str


class Assert(_Node, frozen=True, tag=38):
    """``assert test``"""

    test: Expression


class Define(_Node, frozen=True, tag=39):
    """A ``def``."""

    function: Function


class DefineClass(_Node, frozen=True, tag=40):
    """A ``class`` statement."""

    klass: Class


class Import(_Node, frozen=True, tag=41):
    """``import module as name``; ``name`` is the first component where there is no ``as``."""

    module: str
    name: str
    whole: bool
    """Whether ``name`` stands for all of ``module``, not just for its first component."""


class ImportFrom(_Node, frozen=True, tag=42):
    """``from module import original as name``; ``original`` is ``*`` for a star import."""

    module: str
    level: int
    original: str
    name: str


Statement: TypeAlias = (
    Assign | Augment | Evaluate | Return | If | For | While | Try | With | Delete | Leave | Assert | Define | DefineClass
    | Import | ImportFrom
)  # fmt: skip


class Module(_Node, frozen=True, tag=43):
    """One file."""

    body: list[Statement]


_BRACKETS = {"list": ("[", "]"), "set": ("{", "}")}


def flat(body: Iterable[Statement]) -> Iterator[Statement]:
    """All statements, those inside others as well; not those of functions and classes."""
    for statement in body:
        yield statement
        match statement:
            case If(body=inner, orelse=orelse) | For(body=inner, orelse=orelse) | While(body=inner, orelse=orelse):
                yield from flat([*inner, *orelse])
            case Try(body=inner, handlers=handlers, orelse=orelse, final=final):
                yield from flat([*inner, *(each for handler in handlers for each in handler), *orelse, *final])
            case With(body=inner):
                yield from flat(inner)
            case _:
                pass


def render(expression: Expression) -> str:
    """The expression as a person would write it, for messages; long texts are cut elsewhere."""
    match expression:
        case Name(id):
            return id
        case Constant(value):
            return repr(value)
        case Attribute(value=value, name=name):
            return f"{_inside(value, _ATOM)}.{name}"
        case Subscript(value, index):
            return f"{_inside(value, _ATOM)}[{render(index)}]"
        case Call(function=function, arguments=arguments):
            return f"{_inside(function, _ATOM)}({', '.join(_argument(argument) for argument in arguments)})"
        case Not(operand):
            return f"not {_inside(operand, _NOT)}"
        case Compare(operator, left, right):
            return f"{_inside(left, _COMPARE + 1)} {operator} {_inside(right, _COMPARE + 1)}"
        case Binary(operator, left, right):
            own = _strength(expression)
            return f"{_inside(left, own)} {operator} {_inside(right, own + 1)}"
        case Logic(operator, operands):
            return f" {operator} ".join(_inside(operand, _strength(expression) + 1) for operand in operands)
        case Conditional(test, then, otherwise):
            return f"{_inside(then, _OR)} if {_inside(test, _OR)} else {render(otherwise)}"
        case Walrus(name, value):
            return f"({name} := {render(value)})"
        case SequenceLiteral(kind, elements):
            opening, closing = _BRACKETS.get(kind, ("(", ")"))
            comma = "," if kind == "tuple" and len(elements) == 1 else ""
            return opening + ", ".join(render(element) for element in elements) + comma + closing
        case Opaque(text=text):
            return text
        case _:
            return "…"


_CONDITIONAL, _OR, _AND, _NOT, _COMPARE, _ATOM = 0, 1, 2, 3, 4, 99
_STRENGTHS = {"|": 5, "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "**": 12}
"""How strongly binary operators bind; those that are not here bind like ``*``."""


def _strength(expression: Expression) -> int:
    """How strongly an expression holds together: parentheses are needed inside anything stronger."""
    match expression:
        case Conditional() | Lambda():
            return _CONDITIONAL
        case Logic(operator=operator):
            return _OR if operator == "or" else _AND
        case Not():
            return _NOT
        case Compare():
            return _COMPARE
        case Binary(operator=operator):
            return _STRENGTHS.get(operator, 10)
        case Constant(value) if isinstance(value, int | float) and not isinstance(value, bool):
            return _ATOM if value >= 0 else 11
        case Opaque(text=text):
            return 11 if text.startswith("-") else _ATOM
        case _:
            return _ATOM


def _inside(expression: Expression, strength: int) -> str:
    text = render(expression)
    return f"({text})" if _strength(expression) < strength else text


def _argument(argument: Argument) -> str:
    name = f"{argument.name}=" if argument.name else "*" * argument.stars
    return name + render(argument.value)
