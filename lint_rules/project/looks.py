"""The questions that several parts ask of texts."""

from __future__ import annotations

import re
from functools import lru_cache

from lint_rules.cache.stamps import digest
from lint_rules.project.questions import of_file, of_function


@of_function
def speaks(text: str, *words: str) -> bool:
    """Whether any of some words stands in a function."""
    return any(word in text for word in words)


@of_function
def matches(text: str, pattern: str) -> bool:
    """Whether a pattern is found in a function."""
    return _compiled(pattern).search(text) is not None


@of_function
def exceeds(text: str, lines: int) -> bool:
    """Whether a function goes on for more lines than these after its first one."""
    return text.rstrip("\r\n").count("\n") > lines


@of_function
def may_name(text: str, *names: str) -> bool:
    """Whether any of some identifiers may occur in a function; Python takes other letters for those of ASCII, too."""
    return not text.isascii() or any(name in text for name in names)


@of_function
def itself(text: str) -> bytes:
    """What stands for the whole text of a function."""
    return digest(text.encode(errors="surrogatepass"))


@of_file
def finds(data: bytes, pattern: str) -> tuple[bytes, ...]:
    """What a pattern, or its group, finds in a file, each once, sorted."""
    return tuple(sorted(set(_of_bytes(pattern).findall(data))))


_compiled = lru_cache(maxsize=64)(re.compile)


@lru_cache(maxsize=64)
def _of_bytes(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode())
