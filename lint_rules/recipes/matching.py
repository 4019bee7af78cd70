"""The ways in which an entry of a list can mean a name. Each takes a list and returns a function from a name to the first
entry that means it; the function has an index where lists and names are many.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import translate
from functools import lru_cache
from typing import TypeAlias

from lint_rules.manifest.regex import regex_problem

Entries: TypeAlias = Sequence[str]
Find: TypeAlias = Callable[[str], "int | None"]
"""The index of the first entry that means a name, or None."""

PLAIN = re.compile(r"[\w-]+(?:\.[\w-]+)*")
"""An entry that is a name or a part of one, and no pattern whoever reads it; as a regular expression only its dots are more."""
_WILD = re.compile(r"[*?\[]")


def equal(entries: Entries) -> Find:
    """The entry is the name."""
    return _first(enumerate(entries)).get


def inside(entries: Entries) -> Find:
    """The entry is a substring of the name, wherever it begins and ends."""
    numbered = list(enumerate(entries))
    return lambda name: next((at for at, entry in numbered if entry in name), None)


def holding(entries: Entries) -> Find:
    """The name is a substring of the entry: the other way round."""
    joined = "\0".join(entries)
    starts = [0, *(end.end() for end in re.finditer("\0", joined))]

    def find(name: str) -> int | None:
        at = joined.find(name) if entries else -1
        return None if at < 0 else bisect_right(starts, at) - 1

    return find


def ending(entries: Entries) -> Find:
    """The name ends with the entry, be it in the middle of a component."""
    numbered, every = list(enumerate(entries)), tuple(entries)

    def find(name: str) -> int | None:
        return next((at for at, entry in numbered if name.endswith(entry)), None) if name.endswith(every) else None

    return find


def last_components(entries: Entries) -> Find:
    """The entry is the name, or its last components."""
    return _looked_up(entries, lambda parts: (".".join(parts[start:]) for start in range(len(parts))))


def first_components(entries: Entries) -> Find:
    """The entry is the name, or its first components."""
    return _looked_up(entries, lambda parts: (".".join(parts[:end]) for end in range(1, len(parts) + 1)))


def one_component(entries: Entries) -> Find:
    """The entry is one component of the name."""
    return _looked_up(entries, lambda parts: parts)


def run_of_components(entries: Entries) -> Find:
    """The entry is some components of the name that follow each other."""
    sizes = {len(entry.split(".")) for entry in entries}
    heads = {entry.partition(".")[0] for entry in entries}

    def runs(parts: list[str]) -> Iterator[str]:
        for start, part in enumerate(parts):
            if part in heads:
                yield from (".".join(parts[start : start + size]) for size in sizes if start + size <= len(parts))

    return _looked_up(entries, runs)


def loosely_beginning(entries: Entries) -> Find:
    """The entry is the beginning of the name, up to a dot or its end; each dot of the entry stands for any one character."""
    shapes: dict[int, set[tuple[int, ...]]] = {}
    for entry in entries:
        shapes.setdefault(len(entry), set()).add(_dots(entry))
    first = _first(enumerate(entries))

    def beginnings(name: str) -> Iterator[str]:
        for end in (*_dots(name), len(name)):
            for dots in shapes.get(end, ()):
                letters = list(name[:end])
                for dot in dots:
                    letters[dot] = "."
                yield "".join(letters)

    return lambda name: min((first[each] for each in beginnings(name) if each in first), default=None)


def expressions(entries: Entries, source: Callable[[str], str | None], whole: bool = False) -> Find:
    """The entry is a regular expression that matches the beginning of the name, or all of it.

    ``source`` gives the expression of an entry, None where it is none. What can't be trusted is not run and means nothing here;
    ``untrusted`` says which.
    """
    found = [(at, source(entry)) for at, entry in enumerate(entries)]
    patterns = [(at, pattern) for at, text in found if text is not None and (pattern := compiled(text)) is not None]
    if whole:
        return lambda name: next((at for at, pattern in patterns if pattern.fullmatch(name)), None)
    return lambda name: next((at for at, pattern in patterns if pattern.match(name)), None)


def globs(entries: Entries) -> Find:
    """The entry is a glob that matches the whole name; its ``*`` stands for dots, too."""
    patterns = [(at, re.compile(translate(entry))) for at, entry in enumerate(entries) if _WILD.search(entry)]
    return lambda name: next((at for at, pattern in patterns if pattern.match(name)), None)


def earliest(*finds: Find) -> Find:
    """The first entry that means the name in any of these ways."""
    return lambda name: min((at for find in finds if (at := find(name)) is not None), default=None)


def only(entries: Entries, wanted: Callable[[str], bool], way: Callable[[Entries], Find]) -> Find:
    """One of these ways, but only of some of the entries."""
    kept = [(at, entry) for at, entry in enumerate(entries) if wanted(entry)]
    find = way([entry for _, entry in kept])

    def found(name: str) -> int | None:
        at = find(name)
        return None if at is None else kept[at][0]

    return found


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """A regular expression of a recipe, if it can be trusted."""
    return None if untrusted(pattern) else re.compile(pattern)


def untrusted(pattern: str) -> str | None:
    """What is wrong with a regular expression of a recipe, to be read after it, or None."""
    return None if PLAIN.fullmatch(pattern) else regex_problem(pattern)


def _dots(text: str) -> tuple[int, ...]:
    """Where the dots of a text stand."""
    return tuple(at for at, letter in enumerate(text) if letter == ".")


def _first(numbered: Iterable[tuple[int, str]]) -> dict[str, int]:
    first: dict[str, int] = {}
    for at, entry in numbered:
        first.setdefault(entry, at)
    return first


def _looked_up(entries: Entries, pieces: Callable[[list[str]], Iterable[str]]) -> Find:
    """The entry is one of the pieces of a name."""
    first = _first(enumerate(entries))

    def find(name: str) -> int | None:
        return min((first[piece] for piece in pieces(name.split(".")) if piece in first), default=None)

    return find
