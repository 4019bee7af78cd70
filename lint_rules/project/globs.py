"""Patterns as ``.gitignore`` files write them, for those files and for the settings ``exclude`` and ``per-file-ignores``.

Git's own meaning: the last pattern that matches decides, ``!`` takes back, a pattern with a slash in it is relative to where it
stands, one without matches a name anywhere, a slash at the end means folders only. A list becomes two regular expressions for
each run of patterns of one sign, so that a tree of thousands of files costs milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

_NEVER = "(?!)"
_FOLDER = "\0"
"""Stands at the end of a folder's path: no name holds it, so no pattern takes it for a part of one."""
_ONE = f"[^/{_FOLDER}]"
_CLASS = re.compile(r"\[(?P<negated>[!^]?)(?P<members>\]?(?:\[:[a-z]+:\]|\\.|[^\]\\])*)\]", re.DOTALL)
_MEMBER = re.compile(r"\[:[a-z]+:\]|\\.|.", re.DOTALL)
_RANGES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "digit": "0-9",
    "lower": "a-z",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
    "space": r"\s",
}


class _Pattern(NamedTuple):
    negated: bool
    anchored: bool
    regex: str


class _Run(NamedTuple):
    """Patterns of one sign that follow one another."""

    negated: bool
    names: re.Pattern[str]
    """For those that look at the name alone."""
    paths: re.Pattern[str]


class Globs:
    """A list of patterns, ready to be asked."""

    def __init__(self, lines: Iterable[str]) -> None:
        patterns = [pattern for line in lines if (pattern := _parse(line)) is not None]
        self._runs = [
            _run(negated, list(group)) for negated, group in groupby(patterns, lambda pattern: pattern.negated)
        ]
        self._runs.reverse()

    def __bool__(self) -> bool:
        """Whether there is any pattern."""
        return bool(self._runs)

    def verdict(self, path: str, folder: bool = False) -> bool | None:
        """Say whether the patterns take ``path`` (relative, with ``/``): True, False where ``!`` took it back, None where
        none matches. Folders above the path are not looked at."""
        subject = path + _FOLDER if folder else path
        name = subject[path.rfind("/") + 1 :]
        for run in self._runs:
            if run.names.fullmatch(name) or run.paths.fullmatch(subject):
                return not run.negated
        return None

    def covers(self, path: str) -> bool:
        """Say whether the patterns take the file ``path`` or a folder that holds it."""
        above = (path[:index] for index, character in enumerate(path) if character == "/")
        return any(self.verdict(folder, folder=True) for folder in above) or bool(self.verdict(path))


def _run(negated: bool, patterns: list[_Pattern]) -> _Run:
    def joined(anchored: bool) -> re.Pattern[str]:
        return re.compile("|".join(p.regex for p in patterns if p.anchored is anchored) or _NEVER, re.DOTALL)

    return _Run(negated, joined(anchored=False), joined(anchored=True))


def _parse(line: str) -> _Pattern | None:
    line = line.rstrip("\r\n")
    while line.endswith(" ") and not line.endswith("\\ "):
        line = line[:-1]
    negated = line.startswith("!")
    line = line[negated:]
    if not line or (line.startswith("#") and not negated):
        return None
    folders_only = line.endswith("/")
    line = line.removesuffix("/")
    anchored = "/" in line
    body = _translate(line.removeprefix("/"))
    return _Pattern(negated, anchored, body + (_FOLDER if folders_only else f"{_FOLDER}?"))


def _translate(glob: str) -> str:
    """Turn one glob into a regular expression; one that can't be read matches nothing, as in git."""
    out: list[str] = []
    at = 0
    while at < len(glob):
        if glob.startswith("**/", at) and (at == 0 or glob[at - 1] == "/"):
            out.append("(?:.*/)?")
            at += 3
        elif glob[at:] == "**" and at and glob[at - 1] == "/":
            out.append(".+")
            at += 2
        elif glob[at] == "*":
            while at < len(glob) and glob[at] == "*":
                at += 1
            out.append(f"{_ONE}*")
        elif glob[at] == "[":
            found = _character_class(glob, at)
            if found is None:
                return _NEVER
            piece, at = found
            out.append(piece)
        else:
            escaped = glob[at] == "\\"
            if escaped and at + 1 == len(glob):
                return _NEVER
            out.append(_ONE if glob[at] == "?" else re.escape(glob[at + escaped]))
            at += 1 + escaped
    return "".join(out)


def _character_class(glob: str, at: int) -> tuple[str, int] | None:
    """Translate ``[...]`` that begins at ``at``; return it and where it ends, None if it can't be read."""
    found = _CLASS.match(glob, at)
    if found is None or not found["members"]:
        return None
    inner = "".join(map(_member, _MEMBER.findall(found["members"])))
    piece = f"(?![/{_FOLDER}])[{'^' if found['negated'] else ''}{inner}]"
    try:
        re.compile(piece)
    except re.error:
        return None
    return piece, found.end()


def _member(text: str) -> str:
    """Translate one member: a named class, an escaped character, the dash of a range, or a character."""
    if len(text) > 2:
        return _RANGES.get(text[2:-2], "")
    return text if text == "-" else re.escape(text[-1])
