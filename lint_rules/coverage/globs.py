"""Regular expressions as globs: as far as names go, most say no more than some of these do."""

from __future__ import annotations

import re
from itertools import product

from lint_rules.manifest.patterns import REGEX_MARK

_MOST = 16
"""So many globs stand for one regular expression at most."""
_NUMBER = re.compile(r"(?:\\d|\[0-9\])(?:[+*]|\{[\d,]+\})?")
_COMPONENT = re.compile(r"(?:\\w|\[\^\\?\.\])[+*]\??")
_ANYTHING = re.compile(r"(?<!\\)\.[+*]\??")
_GROUP = re.compile(r"\((?:\?:)?([^()]*)\)(\?)?")
_GLOB = re.compile(r"[\w*:/@-]+(?:\.[\w*:/@-]+)*")


def as_globs(pattern: str) -> list[str] | None:
    """A pattern as globs that together match no less; None where that can't be told."""
    if not pattern.startswith(REGEX_MARK):
        return [pattern]
    regex = pattern.removeprefix(REGEX_MARK).removeprefix("^").removesuffix("$")
    # What stands for a component is no star before all is read: one behind an escaped dot would be a repetition.
    regex = _ANYTHING.sub("\0\0", _COMPONENT.sub("\0", _NUMBER.sub("\0", regex)))
    return _expanded(regex) if "*" not in regex else None


def _expanded(regex: str) -> list[str] | None:
    """A simple regular expression with its groups written out."""
    parts = _GROUP.split(regex)
    choices = [[parts[0]]]
    size = 1
    for inside, optional, literal in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        choices += [[*inside.split("|"), *([""] if optional else [])], [literal]]
        size *= len(choices[-2])
        if size > _MOST:
            return None
    found = {"".join(each).replace("\\.", ".").replace("\\-", "-").replace("\0", "*") for each in product(*choices)}
    return sorted(found) if all(map(_GLOB.fullmatch, found)) else None
