"""Which names a pattern of the manifest catches.

A name that is known without running the code has ``*`` for an index, ``model.layers.*.self_attn.q_proj``. Such a component
stands for every number: a pattern catches the name if it catches the name with some number in that place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from lint_rules.manifest.regex import MAX_NAME, MAX_PATTERN, regex_problem

MAX_WILDCARDS = 3
"""How often a glob may leave open where to split a name; more would backtrack for too long."""
REGEX_MARK = "re:"

_TRIALS = 64
_USUAL_INDICES = ("0", "1", "3", "10", "2", "27", "100", "4", "5", "6", "7", "8", "9")
_NUMBERS = tuple(map(str, range(128)))


class NamePattern:
    """A compiled entry of ``names``; make one with ``compile_name``."""

    def __init__(self, text: str) -> None:
        self.text = text

    def matches(self, fqn: str) -> bool:
        """Return whether the pattern matches the whole name."""
        raise NotImplementedError

    def covers(self, fqn: str) -> bool:
        """Return whether the pattern matches the name or one that it lies below."""
        raise NotImplementedError


@lru_cache(maxsize=4096)
def compile_name(pattern: str) -> NamePattern:
    """Return the compiled form of an entry of ``names``.

    ``*`` stands for any characters but a dot, ``**`` for any; ``re:`` before it makes a regular expression of the rest, which
    must match the whole name. Raises ``ValueError`` where the pattern is broken or could take too long.
    """
    if pattern.startswith(REGEX_MARK):
        return _Regex(pattern)
    return _Glob(pattern)


def match_path(pattern: str, path: str) -> bool:
    """Return whether a ``Class.path`` glob catches a path, or something that the path lies below.

    Components hold ``*``, ``?``, ``[ab]`` and ``[!ab]``, none of which crosses a dot; ``**`` does. Raises ``ValueError`` where
    the pattern could take too long.
    """
    return len(path) <= MAX_NAME and _compile_path(pattern).fullmatch(path) is not None


def glob_problem(glob: str) -> str | None:
    """Return what is wrong with a glob, to be read after the pattern itself, or ``None``."""
    if len(glob) > MAX_PATTERN:
        return f"is too long; accepted: up to {MAX_PATTERN} characters"
    crossing = re.findall(r"\*{2,}", glob)
    inside = [max(len(re.findall(r"(?<!\*)\*(?!\*)", part)) - 1, 0) for part in glob.split(".")]
    if len(crossing) + sum(inside) <= MAX_WILDCARDS:
        return None
    return f"has too many wildcards; accepted: `**` up to {MAX_WILDCARDS} times, `*` about once in each part of a name"


class _Glob(NamePattern):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._whole = re.compile(_translate(text, classes=False), re.DOTALL)
        self._below = re.compile(rf"(?:{self._whole.pattern})(?:\..*)?", re.DOTALL)

    def matches(self, fqn: str) -> bool:
        return len(fqn) <= MAX_NAME and self._whole.fullmatch(fqn) is not None

    def covers(self, fqn: str) -> bool:
        return len(fqn) <= MAX_NAME and self._below.fullmatch(fqn) is not None


class _Regex(NamePattern):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        source = text.removeprefix(REGEX_MARK)
        problem = regex_problem(source)
        if problem:
            raise ValueError(f"{source} {problem}")
        self._regex = re.compile(source)
        # A number that the pattern spells out is one that it may insist on.
        spelled = re.findall(r"\d+", source)[:8]
        self._indices = tuple(dict.fromkeys((*spelled, *_USUAL_INDICES)))

    def matches(self, fqn: str) -> bool:
        return any(map(self._accepts, self._spellings(fqn)))

    def covers(self, fqn: str) -> bool:
        return any(map(self._accepts, (above for name in self._spellings(fqn) for above in _self_and_ancestors(name))))

    def _accepts(self, name: str) -> bool:
        return len(name) <= MAX_NAME and self._regex.fullmatch(name) is not None

    def _spellings(self, fqn: str) -> Iterator[str]:
        """Yield the name as it is, then with numbers in place of its ``*`` components."""
        yield fqn
        parts = fqn.split(".")
        open_parts = [position for position, part in enumerate(parts) if part == "*"]
        if not open_parts:
            return
        each = max(int(_TRIALS ** (1 / len(open_parts))), 1)
        for numbers in product(self._indices[:each], repeat=len(open_parts)):
            for position, number in zip(open_parts, numbers, strict=True):
                parts[position] = number
            yield ".".join(parts)


def _self_and_ancestors(name: str) -> Iterator[str]:
    while name:
        yield name
        name = name.rpartition(".")[0]


@lru_cache(maxsize=4096)
def _compile_path(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_translate(pattern, classes=True)})(?:\..*)?", re.DOTALL)


def _translate(glob: str, *, classes: bool) -> str:
    """Return the regular expression of a glob; ``?`` and ``[ab]`` are special where ``classes`` is set."""
    problem = glob_problem(glob)
    if problem:
        raise ValueError(f"{glob} {problem}")
    return r"\.".join(_translate_part(part, classes) for part in glob.split("."))


def _translate_part(part: str, classes: bool) -> str:
    tokens = re.findall(r"\*+|\?|\[!?[^\]\[]+\]|.", part, re.DOTALL)
    regex = "".join(_translate_token(token, classes) for token in tokens)
    # Where a number would do, so does the `*` of a name; a wildcard takes it as it is.
    numeric = any(map(re.compile(regex).fullmatch, _numbers_of(part)))
    return rf"(?:{regex}|\*)" if numeric else regex


def _numbers_of(part: str) -> tuple[str, ...]:
    return (part, *_NUMBERS) if part.isdecimal() else _NUMBERS


def _translate_token(token: str, classes: bool) -> str:
    if token.startswith("*"):
        return "[^.]*" if token == "*" else ".*"
    if classes and token == "?":
        return "[^.]"
    if classes and token.startswith("[") and len(token) > 2:
        return _translate_class(token[1:-1])
    return re.escape(token)


def _translate_class(inside: str) -> str:
    negated = inside.startswith("!") and len(inside) > 1
    body = re.sub(r"(.)-(.)|(.)", _class_item, inside[negated:], flags=re.DOTALL)
    if negated:
        return f"[^.{body}]"
    return f"[{body}]" if body else "(?!)"


def _class_item(found: re.Match[str]) -> str:
    """Return a range or a character of a class, escaped; a range that runs backwards holds nothing."""
    low, high, single = found.groups()
    if single is not None:
        return re.escape(single)
    return f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""
