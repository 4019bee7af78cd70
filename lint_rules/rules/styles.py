"""How the code of a project puts names together, counted in its bytes: each file once, and only where that is asked."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

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
        return self._most([text.encode(errors="surrogatepass")])

    def in_file(self, path: Path) -> str | None:
        """The same of a file."""
        if path not in self._in_files:
            self._in_files[path] = self._most([self._project.source(path).data])
        return self._in_files[path]

    def beside(self, path: Path) -> str | None:
        """The same of all files in a file's folder."""
        folder = path.parent
        if folder not in self._in_folders:
            self._in_folders[folder] = self._most(self._project.source(each).data for each in self._files[folder])
        return self._in_folders[folder]

    def home(self, helper: str, path: Path) -> str | None:
        """The module from which most files beside a file import a helper."""
        key = path.parent, helper
        if key not in self._homes:
            sources = (self._project.source(each) for each in self._files[key[0]])
            word = helper.encode()
            found = Tally(
                module
                for source in sources
                if word in source.data and (module := imported_from(source.text or "", helper)) is not None
            )
            self._homes[key] = found.most_common(1)[0][0] if found else None
        return self._homes[key]

    @cached_property
    def _files(self) -> dict[Path, list[Path]]:
        """The project's files, by folder."""
        out: dict[Path, list[Path]] = {}
        for path in self._project.files:
            out.setdefault(path.parent, []).append(path)
        return out

    def _most(self, texts: Iterable[bytes]) -> str | None:
        tally: Tally[str] = Tally()
        for text in texts:
            for name in self._helpers:
                tally[name] += _calls(text, name.encode())
            tally[FORMATTED] += _formatted(text)
            tally[ADDED] += _added(text)
        order = [*self._helpers, FORMATTED, ADDED]
        best = min(order, key=lambda each: (-tally[each], order.index(each)))
        return best if tally[best] else None


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
