"""Many names against few patterns: the names that can't match are set aside before a pattern is tried."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lint_rules.manifest.automaton import sre
from lint_rules.manifest.patterns import REGEX_MARK, NamePattern, compile_name


def covered(names: Iterable[str], pattern: str) -> Iterator[str]:
    """The names that a manifest's pattern covers: it matches them, or what they lie below."""
    compiled = compiled_name(pattern)
    if compiled is None:
        return
    needed = needed_texts(pattern)
    for name in names:
        if all(text in name for text in needed) and compiled.covers(name):
            yield name


def compiled_name(pattern: str) -> NamePattern | None:
    """The compiled pattern; none where renaming left something that is no pattern any more."""
    try:
        return compile_name(pattern)
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def needed_texts(pattern: str) -> tuple[str, ...]:
    """Texts without digits that every name has that the pattern covers: an index may be a ``*`` in a name."""
    if pattern.startswith(REGEX_MARK):
        pieces = _literals(pattern.removeprefix(REGEX_MARK))
    else:
        pieces = re.split(r"\*+", pattern)
    found = {text for piece in pieces for text in re.split(r"\d+", piece) if text}
    return tuple(sorted(found, key=len, reverse=True))


def _literals(regex: str) -> list[str]:
    """The runs of plain characters of a regular expression that no match goes without."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = sre.parse(regex)
    except (re.error, RecursionError, OverflowError, ValueError):
        return []
    if parsed.state.flags & re.IGNORECASE:
        return []
    runs = [""]
    for code, argument in parsed:
        if code is sre.LITERAL:
            runs[-1] += chr(argument)
        elif code is not sre.AT:
            runs.append("")
    return runs


def covers_any(names: Iterable[str], pattern: str) -> bool:
    """Whether a manifest's pattern covers any of the names."""
    return next(covered(names, pattern), None) is not None
