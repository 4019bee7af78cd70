"""What the bytes of a file tell of names, before any of it is parsed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from lint_rules.project.questions import of_file
from lint_rules.project.reading import decode

if TYPE_CHECKING:
    from lint_rules.project.source import Source

# Patterns begin with what stands in the text as it is, so that they are tried nowhere else.
_STORE = re.compile(r"self\.(?<!\wself\.)(\w+)\s*(?::[^=\n]+)?=(?!=)([^\n(]+)$", re.MULTILINE)
_CHOICE = re.compile(r"\bif\b|\belse\b|\band\b|\bor\b")
_LAST = re.compile(r"(\w+)\W*$")


@of_file
def stores_in(data: bytes) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The attributes of ``self`` that a file sets to a name or to one of several, with these names."""
    text = decode(data)
    return tuple(_stores(text)) if isinstance(text, str) else ()


def _stores(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in _STORE.findall(text):
        lasts = map(_LAST.search, _CHOICE.split(value))
        yield name, tuple(last[1] for last in lasts if last is not None)


def holds(data: bytes, words: Iterable[str]) -> bool:
    """Whether any of the words occurs in a file's bytes, as a word of its own."""
    return _sought(frozenset(words)).occurs(data)


def is_told(source: Source, words: Iterable[str]) -> bool:
    """Whether a file :func:`holds` any of the words; one that was seen to hold none of them is not read again."""
    wanted = frozenset(words)
    sought = _sought(wanted)
    return (bool(sought.many) or source.holds_any(sought.few)) and source.ask(speaks_of, *sorted(wanted))


def defines(source: Source, names: Collection[str]) -> bool:
    """Whether a class or a function of one of these names is defined in a file."""
    plain = [name.encode() for name in names]
    return source.holds_any(plain) and source.ask(defines_one_of, *sorted(names))


def calls(source: Source, names: Collection[str]) -> bool:
    """Whether a file may call any of these."""
    plain = [name.encode() for name in names]
    return source.holds_any(plain) and source.ask(calls_one_of, *sorted(names))


@of_file
def speaks_of(data: bytes, *words: str) -> bool:
    """Whether any of some words occurs in a file, as a word of its own."""
    return holds(data, words)


@of_file
def defines_one_of(data: bytes, *names: str) -> bool:
    """Whether a file defines a class or a function of one of these names."""
    return any(_definition(name.encode()).search(data) for name in names)


@of_file
def calls_one_of(data: bytes, *names: str) -> bool:
    """Whether a file may call any of these."""
    return any(_call(name.encode()).search(data) for name in names)


_FEW = 12
"""With more words than this, it takes less time to look at each word of a file than to look for each of these."""
_WORD = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
_APART = bytes(byte if byte in _WORD else ord(" ") for byte in range(256))
"""Puts spaces between words."""


class _Sought:
    """Words to be found in bytes."""

    def __init__(self, words: Iterable[str]) -> None:
        plain = [word.encode() for word in sorted(words)]
        many = frozenset(word for word in plain if _WORD.issuperset(word)) if len(plain) > _FEW else frozenset()
        self.many = many
        """Those that are looked up among all words of the bytes."""
        self.few = [word for word in plain if word not in many]
        """The others."""

    def occurs(self, data: bytes) -> bool:
        """Whether any of them occurs in these bytes."""
        if self.many and not self.many.isdisjoint(data.translate(_APART).split()):
            return True
        return any(plain in data and _whole(plain).search(data) for plain in self.few)


_sought = lru_cache(maxsize=8)(_Sought)


@lru_cache(maxsize=256)
def _whole(plain: bytes) -> re.Pattern[bytes]:
    word = re.escape(plain)
    return re.compile(word + rb"(?<!\w" + word + rb")(?!\w)")


@lru_cache(maxsize=256)
def _definition(plain: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?<!\w)(?:class|def)\s+" + re.escape(plain) + rb"(?!\w)")


@lru_cache(maxsize=256)
def _call(plain: bytes) -> re.Pattern[bytes]:
    word = re.escape(plain)
    return re.compile(word + rb"(?<!\w" + word + rb")\s*\(|partial\(\s*" + word + rb"\b")
