"""Which code may hand a filter to a conversion, told from bytes and from single calls, before anything is evaluated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lint_rules.blueprint.searching import holds, speaks_of
from lint_rules.outline.filters.asked import NAMED
from lint_rules.outline.filters.gates import FILTERS, Gate, handing
from lint_rules.project import facts
from lint_rules.project.questions import of_file
from lint_rules.project.source import Source
from lint_rules.project.symbols import FunctionInfo, ModuleInfo

QUANTIZES = re.compile(r"(?<!de)(?<!un)quant(?!il)|float8|fp8|int8|int4|fp4", re.IGNORECASE)
"""What a function is called that quantizes."""

_NAME = r"\w*(?:fqn|name|path|key)\w*"
_FQN = re.compile(_NAME, re.IGNORECASE)
_CONFIG = re.compile(r"config|cfg|recipe", re.IGNORECASE)
# These begin with plain text, which is found ten times as fast.
_LAMBDA = re.compile(rf"lambda (?:{_NAME}|\w+ ?, ?(?!prefix\b)\w+)\s*[:,=]".encode())
_DEFINED = re.compile(rb"def (\w+)\s*\(([^()]{0,160})")
_TAKES_NAME = re.compile(rf"\b{_NAME}\s*(?:[:,=]|$)|:\s*str\b".encode())
_TAKES_FILTER = re.compile(r"(?:filter|predicate)_?(?:fn|func)|module_filter", re.IGNORECASE)
"""What such a parameter is called where nothing else takes it for one."""
_ROLE = re.compile(rb"(?:filter|predicate)\w*\s*=(?!=)")
_HANDED = re.compile(rb"\s*[,)]")
_BEFORE = re.compile(rb"[=(,.]\s*\Z")
_SPEAKS = re.compile(rb"(?i:(?:config|cfg|recipe)\w*\s*[,)=(]|quant|float8|fp8|int8|int4|fp4)")
LOOPS = tuple(name.encode() for name in NAMED)
"""What stands in each file with a loop over the modules of a model."""
_LOOP = re.compile(b"|".join(rb"%s\(" % name for name in LOOPS))
_QUANTIZES = re.compile(QUANTIZES.pattern.encode(), re.IGNORECASE)
_BODY = 2000
"""How far a loop is looked at, in bytes."""
_REACH = 400
"""How far a call's arguments are looked at, in bytes."""


class Suspicion:
    """What is suspicious in one file; ``words`` are the names by which configs go."""

    def __init__(self, module: ModuleInfo, words: frozenset[str]) -> None:
        self._module = module
        self._source = module.source
        self._words = words
        self._said = tuple(sorted(words))
        self._handed: frozenset[str] = frozenset()
        """The functions that are given to something, and may take the name of a layer."""

    def of_file(self) -> bool:
        """Whether a file may hold a conversion that is given a filter: it speaks of a config, and hands a function on."""
        if self._source.module is None or not self._source.ask(speaks_of, *self._said):
            return False
        self._handed = frozenset(self._functions_handed())
        return bool(self._handed) or self._source.ask(hints_at_filters)

    def _functions_handed(self) -> Iterator[str]:
        yield from self._source.ask(handed_over, *self._said)
        for name, bindings in self._module.bindings.items():
            if any(isinstance(each, facts.ImportFrom) for each in bindings) and name.islower():
                if self._source.ask(hands_over, name, *self._said):
                    symbols = self._module.lookup(name)
                    if symbols and isinstance(symbols[-1], FunctionInfo):
                        if any(_FQN.search(each.name) for each in symbols[-1].facts.parameters):
                            yield name

    @property
    def gate(self) -> Gate:
        """What tells which code of the file may be suspicious."""
        return handing(self._source, tuple(sorted(self._handed)))

    def of_code(self, code: ast.AST) -> bool:
        """Whether a piece of code holds a call that may be such a conversion."""
        return any(isinstance(each, ast.Call) and self._of_call(each) for each in ast.walk(code))

    def _of_call(self, call: ast.Call) -> bool:
        if any(each.arg is not None and _TAKES_FILTER.search(each.arg) for each in call.keywords):
            return True
        values = [*call.args, *(each.value for each in call.keywords)]
        return any(self._may_filter(value) for value in values) and seems_to_convert(call, self._words)

    def _may_filter(self, value: ast.expr) -> bool:
        match value:
            case ast.Lambda(args=arguments):
                names = [*arguments.posonlyargs, *arguments.args]
                return any(map(takes_name, names[:2])) or (len(names) > 1 and names[1].arg != "prefix")
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name in self._handed or FILTERS.search(name) is not None
            case ast.Call(func=function, args=arguments):
                return any(map(self._may_filter, arguments)) or FILTERS.search(last_name(function)) is not None
            case _:
                return False


def seems_to_convert(call: ast.Call, words: frozenset[str]) -> bool:
    """Whether a call seems to be given a config, or to quantize."""
    values = [*call.args, *(each.value for each in call.keywords)]
    said = [*spoken(call.func), *(each.arg or "" for each in call.keywords)]
    said += (each for value in values for each in _said(value))
    return any(each in words or QUANTIZES.search(each) or _CONFIG.search(each) for each in said)


def may_hold_loops(source: Source) -> bool:
    """Whether a file may hold a loop that converts the modules of a model."""
    return any(map(source.holds, LOOPS)) and source.ask(loops_that_quantize)


@of_file
def loops_that_quantize(data: bytes) -> bool:
    """Whether something behind the begin of a loop over modules speaks of quantizing."""
    bodies = (data[found.end() : found.end() + _BODY] for found in _LOOP.finditer(data))
    return any(_QUANTIZES.search(body) for body in bodies)


@of_file
def hints_at_filters(data: bytes) -> bool:
    """Whether a file makes a function that may take a name, or gives something that is called a filter."""
    if _LAMBDA.search(data):
        return True
    return (b"filter" in data or b"predicate" in data) and _ROLE.search(data) is not None


@of_file
def handed_over(data: bytes, *words: str) -> tuple[str, ...]:
    """The functions of a file that may take a name and that it hands over, with something that quantizes."""
    return tuple(
        name.decode()
        for name, parameters in _DEFINED.findall(data)
        if _TAKES_NAME.search(parameters) and hands_over.answer(data, name.decode(), *words)
    )


@of_file
def hands_over(data: bytes, function: str, *words: str) -> bool:
    """Whether a function is an argument of a call that speaks of a config, by one of some words, or of quantizing."""
    name = function.encode()
    at = data.find(name)
    while at >= 0:
        end = at + len(name)
        if _HANDED.match(data, end) and _BEFORE.search(data, max(at - 40, 0), at):
            call = _call_around(data, at, end)
            if b"import" not in call and (_SPEAKS.search(call) or holds(call, words)):
                return True
        at = data.find(name, end)
    return False


def _call_around(data: bytes, begin: int, end: int) -> bytes:
    """The innermost call around a place, with what stands before its bracket, roughly."""
    depth, at = 0, begin - 1
    limit = max(begin - _REACH, 0)
    while at > limit and depth >= 0:
        depth += {41: 1, 40: -1}.get(data[at], 0)
        at -= 1
    closing, depth = end, 0
    limit = min(end + _REACH, len(data))
    while closing < limit and depth >= 0:
        depth += {40: 1, 41: -1}.get(data[closing], 0)
        closing += 1
    return data[max(at - 40, 0) : closing]


def _said(value: ast.expr) -> Iterator[str]:
    """What an argument calls itself: its own name, or that of what makes it."""
    match value:
        case ast.Name() | ast.Attribute():
            yield last_name(value)
        case ast.Call(func=function):
            yield from spoken(function)
        case ast.IfExp(body=one, orelse=other) | ast.BoolOp(values=[one, other]):
            yield from _said(one)
            yield from _said(other)
        case _:
            pass


def spoken(expression: ast.expr) -> list[str]:
    """All names in what is called: ``Float8Linear.from_float`` has two."""
    return [last_name(each) for each in ast.walk(expression) if isinstance(each, ast.Name | ast.Attribute)]


def takes_name(parameter: ast.arg) -> bool:
    """Whether a parameter may take the name of a layer."""
    annotation = parameter.annotation
    if annotation is not None and "Module" in ast.unparse(annotation):
        return False
    if _FQN.search(parameter.arg):
        return True
    # A prefix is the name of what is built, not of what is there.
    return isinstance(annotation, ast.Name) and annotation.id == "str" and parameter.arg != "prefix"


def last_name(expression: ast.expr) -> str:
    """The last component of a name; nothing for anything else."""
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
