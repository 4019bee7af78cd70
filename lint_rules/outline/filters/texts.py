"""Strings: how they are put together, and the ways in which a pattern is tried on a name."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache

from lint_rules.manifest.regex import MAX_NAME, regex_problem
from lint_rules.outline.filters.values import Items, Literal, Plain, Text, Value


class How(Enum):
    """How a pattern is tried on a name."""

    SEARCH = "re.search"
    MATCH = "re.match"
    FULLMATCH = "re.fullmatch"
    INSIDE = "in"
    """The pattern is a part of the name."""
    AROUND = "around"
    """The name is a part of the pattern."""
    EQUAL = "=="
    START = "startswith"
    END = "endswith"
    GLOB = "fnmatch"

    @property
    def is_regex(self) -> bool:
        """Whether the pattern is a regular expression."""
        return self in (How.SEARCH, How.MATCH, How.FULLMATCH)


class Reading(Enum):
    """How a pattern is read, other than as it is written."""

    NEVER = "never"
    """It catches nothing."""
    DOTTED = "dotted"
    """A dot stands for a dot, as in a name."""
    WHOLE = "whole"
    """So it does, and the pattern begins and ends where components of the name do."""


Readings = Mapping[Literal, Reading]


def matches(how: How, pattern: str, name: str, flags: int = 0, reading: Reading | None = None) -> bool | None:
    """Whether a pattern catches a text; None where a regular expression is broken or could take too long."""
    if reading is Reading.NEVER:
        return False
    if reading is Reading.WHOLE and how in (How.INSIDE, How.START, How.END):
        begin, end = r"\A" * (how is How.START), r"\Z" * (how is How.END)
        how, pattern = How.SEARCH, begin + re.escape(pattern) + end
    elif reading is not None and how.is_regex:
        pattern = dotted(pattern)
    if not how.is_regex:
        return _PLAIN[how](pattern, name)
    compiled = _compiled(pattern, flags)
    if compiled is None or len(name) > MAX_NAME:
        return None
    if reading is Reading.WHOLE and how is How.SEARCH:
        return any(_is_whole(name, found) for found in compiled.finditer(name))
    match = _REGEX[how](compiled, name)
    return match is not None and (reading is not Reading.WHOLE or _is_whole(name, match))


def dotted(pattern: str) -> str:
    """A regular expression with each bare dot that stands for one character escaped."""
    return _BARE_DOT.sub(lambda found: found[1] or r"\.", pattern)


_BARE_DOT = re.compile(r"(\\.|\[\^?\]?[^\]]*\]|\.[*+?{])|\.", re.DOTALL)


def _is_whole(name: str, found: re.Match[str]) -> bool:
    """Whether a match begins and ends where components of the name do."""
    return all(place in (0, len(name)) or "." in name[place - 1 : place + 1] for place in found.span())


@lru_cache(maxsize=1024)
def _compiled(pattern: str, flags: int) -> re.Pattern[str] | None:
    try:
        return None if regex_problem(pattern) else re.compile(pattern, flags)
    except (re.error, ValueError):
        return None


_REGEX: dict[How, Callable[[re.Pattern[str], str], re.Match[str] | None]] = {
    How.SEARCH: re.Pattern.search,
    How.MATCH: re.Pattern.match,
    How.FULLMATCH: re.Pattern.fullmatch,
}
_PLAIN: dict[How, Callable[[str, str], bool]] = {
    How.INSIDE: lambda pattern, name: pattern in name,
    How.AROUND: lambda pattern, name: name in pattern,
    How.EQUAL: lambda pattern, name: pattern == name,
    How.START: lambda pattern, name: name.startswith(pattern),
    How.END: lambda pattern, name: name.endswith(pattern),
    How.GLOB: lambda pattern, name: fnmatch.fnmatchcase(name, pattern),
}


def composed(parts: Sequence[Text], own: Literal | None) -> Text:
    """Several texts in a row, written as ``own``: a pattern of its own, unless just one of them has any words in it."""
    text = "".join(part.text for part in parts)
    if any(part.named for part in parts):
        return Text(text, named=True)
    wordy = [part for part in parts if re.search(r"\w", part.text)]
    literal = wordy[0].literal if len(wordy) == 1 and wordy[0].literal is not None else own
    return Text(text, literal)


def method(text: Text, name: str, arguments: Sequence[Value]) -> Value | None:
    """What a method of a string returns, other than those that try a pattern; None where that isn't known."""
    plain = [_plain(argument) for argument in arguments]
    if name not in _METHODS or any(each is None for each in plain):
        return None
    try:
        made = getattr(text.text, name)(*plain)
    except (TypeError, ValueError):
        return None
    named = text.named or any(isinstance(each, Text) and each.named for each in arguments)
    if isinstance(made, str):
        return Text(made, None if named else text.literal, named)
    if isinstance(made, list | tuple):
        return Items(tuple(Text(each, None if named else text.literal, named) for each in made))
    return Plain(made)


def _plain(value: Value) -> str | int | None:
    match value:
        case Text(text=text):
            return text
        case Plain(value=int() as number):
            return number
        case _:
            return None


_METHODS = frozenset(
    {
        *("lower", "upper", "casefold", "strip", "lstrip", "rstrip", "replace", "removeprefix", "removesuffix"),
        *("split", "rsplit", "partition", "rpartition", "splitlines", "title", "capitalize", "zfill"),
    }
)
