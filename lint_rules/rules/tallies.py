"""How often a text puts names together in each of several ways, counted in its bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lint_rules.project.questions import of_file

# What stands before and behind plain text: that is found far more quickly than any pattern.
_OPENED = re.compile(rb"\{(?:self\.)?[\w\x80-\xff]*\Z")
_WORD = re.compile(rb"[\w\x80-\xff]\Z")
_DOTTED_WORD = re.compile(rb"[\w.\x80-\xff]\Z")
_DEF = re.compile(rb"(?:^|[^\w\x80-\xff])def \Z", re.DOTALL)
_LITERAL = re.compile(rb"f?[\"']\.")
_REACH = 100
"""How far one looks back for the begin of a name."""


@of_file
def tally(data: bytes, *helpers: str) -> tuple[int, ...]:
    """How often names are written by each helper, as f-strings, and with a plus."""
    return (*(_calls(data, name.encode()) for name in helpers), _formatted(data), _added(data))


def _calls(text: bytes, name: bytes) -> int:
    """How often a function is called by its bare name."""
    return sum(
        _DOTTED_WORD.search(text, max(at - 1, 0), at) is None and _DEF.search(text, max(at - 5, 0), at) is None
        for at in _places(text, name + b"(")
    )


def _formatted(text: bytes) -> int:
    """How often a name is written as ``f"{prefix}.x"``."""
    return sum(_OPENED.search(text, max(at - _REACH, 0), at) is not None for at in _places(text, b"prefix}."))


def _added(text: bytes) -> int:
    """How often a name is written as ``prefix + ".x"``."""
    sign = b"prefix + "
    return sum(
        _WORD.search(text, max(at - 1, 0), at) is None and _LITERAL.match(text, at + len(sign)) is not None
        for at in _places(text, sign)
    )


def _places(text: bytes, part: bytes) -> Iterable[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))
