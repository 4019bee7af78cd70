"""How code that hands a filter to a conversion looks, in bytes and in single calls: questions about texts alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from lint_rules.blueprint.searching import holds
from lint_rules.outline.filters.asked import NAMED
from lint_rules.project.alone import alone
from lint_rules.project.questions import of_file, of_function

FILTERS = re.compile(r"filter|predicate", re.IGNORECASE)
"""What a parameter is called that takes a filter."""
QUANTIZES = re.compile(r"(?<!de)(?<!un)quant(?!il)|float8|fp8|int8|int4|fp4", re.IGNORECASE)
"""What a function is called that quantizes."""

_NAME = r"\w*(?:fqn|name|path|key)\w*"
FQN = re.compile(_NAME, re.IGNORECASE)
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


@of_function
def may_hand_filters(text: str, handed: str, words: str) -> bool:
    """Whether a function may hold a call that is given a filter; see :func:`hands_filter`, with words in one text each."""
    names = handed.split()
    if not may_hand(text, names):
        return False
    code = alone(text)
    return code is None or hands_filter(code, names, words.split())


def may_hand(text: str, handed: Collection[str]) -> bool:
    """Whether a text makes a small function, speaks of filters, or names one of those that are handed over.

    What is looked for in a tree by its name stands in the text as it is, unless Python takes other letters for those of ASCII.
    """
    return (
        not text.isascii()
        or "lambda" in text
        or FILTERS.search(text) is not None
        or any(name in text for name in handed)
    )


def hands_filter(code: ast.AST, handed: Collection[str], words: Collection[str]) -> bool:
    """Whether a piece of code holds a call that may be a conversion which is given a filter: one of those that are ``handed``
    to something, or any other. ``words`` are the names by which configs go.
    """
    return any(isinstance(each, ast.Call) and _is_given_filter(each, handed, words) for each in ast.walk(code))


def _is_given_filter(call: ast.Call, handed: Collection[str], words: Collection[str]) -> bool:
    if any(each.arg is not None and _TAKES_FILTER.search(each.arg) for each in call.keywords):
        return True
    values = [*call.args, *(each.value for each in call.keywords)]
    return any(_may_filter(value, handed) for value in values) and seems_to_convert(call, words)


def _may_filter(value: ast.expr, handed: Collection[str]) -> bool:
    match value:
        case ast.Lambda(args=arguments):
            names = [*arguments.posonlyargs, *arguments.args]
            return any(map(takes_name, names[:2])) or (len(names) > 1 and names[1].arg != "prefix")
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in handed or FILTERS.search(name) is not None
        case ast.Call(func=function, args=arguments):
            inner = any(_may_filter(each, handed) for each in arguments)
            return inner or FILTERS.search(last_name(function)) is not None
        case _:
            return False


def seems_to_convert(call: ast.Call, words: Collection[str]) -> bool:
    """Whether a call seems to be given a config, or to quantize."""
    values = [*call.args, *(each.value for each in call.keywords)]
    said = [*spoken(call.func), *(each.arg or "" for each in call.keywords)]
    said += (each for value in values for each in _said(value))
    return any(each in words or QUANTIZES.search(each) or _CONFIG.search(each) for each in said)


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
    if FQN.search(parameter.arg):
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
