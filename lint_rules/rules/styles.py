"""How the code of a project puts names together, counted in its bytes: each file once, and only where that is asked."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from lint_rules.project.questions import of_file
from lint_rules.project.reading import decode
from lint_rules.project.symbols import Project
from lint_rules.rules.imports import imported_from

FORMATTED = "f-string"
ADDED = "+"

# What stands before and behind plain text: that is found far more quickly than any pattern.
_OPENED = re.compile(rb"\{(?:self\.)?[\w\x80-\xff]*\Z")
_WORD = re.compile(rb"[\w\x80-\xff]\Z")
_DOTTED_WORD = re.compile(rb"[\w.\x80-\xff]\Z")
_DEF = re.compile(rb"(?:^|[^\w\x80-\xff])def \Z", re.DOTALL)
_LITERAL = re.compile(rb"f?[\"']\.")
_REACH = 100
"""How far one looks back for the begin of a name."""


class Styles:
    """The ways to write names: by a helper, which goes by its own name, as an f-string or with a plus."""

    def __init__(self, project: Project, helpers: Sequence[str]) -> None:
        self._project = project
        self._helpers = helpers
        self._in_files: dict[Path, str | None] = {}
        self._in_folders: dict[Path, str | None] = {}
        self._homes: dict[tuple[Path, str], str | None] = {}

    def in_text(self, text: str) -> str | None:
        """How most names are written in a piece of code; a helper comes before other ways that are as frequent."""
        return self._most([tally.answer(text.encode(errors="surrogatepass"), *self._helpers)])

    def in_file(self, path: Path) -> str | None:
        """The same of a file."""
        if path not in self._in_files:
            self._in_files[path] = self._most([self._tally(path)])
        return self._in_files[path]

    def beside(self, path: Path) -> str | None:
        """The same of all files in a file's folder."""
        folder = path.parent
        if folder not in self._in_folders:
            self._in_folders[folder] = self._most(map(self._tally, self._files[folder]))
        return self._in_folders[folder]

    def home(self, helper: str, path: Path) -> str | None:
        """The module from which most files beside a file import a helper."""
        key = path.parent, helper
        if key not in self._homes:
            modules = (self._project.source(each).ask(imports_from, helper) for each in self._files[key[0]])
            found = Tally(module for module in modules if module is not None)
            self._homes[key] = found.most_common(1)[0][0] if found else None
        return self._homes[key]

    @cached_property
    def _files(self) -> dict[Path, list[Path]]:
        """The project's files, by folder."""
        out: dict[Path, list[Path]] = {}
        for path in self._project.files:
            out.setdefault(path.parent, []).append(path)
        return out

    def _tally(self, path: Path) -> tuple[int, ...]:
        return self._project.source(path).ask(tally, *self._helpers)

    def _most(self, tallies: Iterable[Sequence[int]]) -> str | None:
        ways = [*self._helpers, FORMATTED, ADDED]
        sums = list(map(sum, zip(*tallies, strict=True))) or [0]
        most = max(sums)
        return ways[sums.index(most)] if most else None


@of_file
def tally(data: bytes, *helpers: str) -> tuple[int, ...]:
    """How often names are written by each helper, as f-strings, and with a plus."""
    return (*(_calls(data, name.encode()) for name in helpers), _formatted(data), _added(data))


@of_file
def imports_from(data: bytes, name: str) -> str | None:
    """The module from which a file imports a name."""
    if name.encode() not in data:
        return None
    text = decode(data)
    return imported_from(text, name) if isinstance(text, str) else None


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
