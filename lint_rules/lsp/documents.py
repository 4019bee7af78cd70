"""The texts that are open in an editor, and which of them stand for what is on disk."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path
from typing import NamedTuple

from lint_rules.change.lines import Lines, between
from lint_rules.locate import Project
from lint_rules.project.reading import encoding_of
from lint_rules.project.text import decode, split_lines

PYTHON = (".py", ".pyi")


class Document(NamedTuple):
    """One open text."""

    text: str
    version: int | None
    last: str | None
    """The last text of it that could be parsed, which may be this one."""
    good: str | None
    """That text, where it stands in for this one: this one can't be parsed, and is not what is on disk."""

    @property
    def lines(self) -> Lines:
        """Where the lines of the text that was checked are in this one."""
        return between(split_lines(self.text if self.good is None else self.good), split_lines(self.text))


class Documents:
    """The open texts by their paths."""

    def __init__(self) -> None:
        self._open: dict[Path, Document] = {}

    def __contains__(self, path: Path) -> bool:
        return path in self._open

    def paths(self) -> list[Path]:
        """The files that are open."""
        return list(self._open)

    def get(self, path: Path) -> Document | None:
        """An open text."""
        return self._open.get(path)

    def put(self, path: Path, text: str, version: int | None) -> None:
        """Take a text in place of the one before."""
        if path.suffix not in PYTHON or parses(text):
            self._open[path] = Document(text, version, text, None)
            return
        before, saved = self._open.get(path), _on_disk(path)
        last = before.last if before is not None else None
        if last is None and saved is not None and parses(saved):
            last = saved
        # Saved as it is, it is what the command line would find.
        self._open[path] = Document(text, version, last, last if saved != text else None)

    def drop(self, path: Path) -> None:
        """Forget a text that is closed."""
        self._open.pop(path, None)

    def overrides(self, project: Project) -> dict[Path, bytes]:
        """What a check of a project has to read in place of its files: open texts that differ from what is on disk."""
        out: dict[Path, bytes] = {}
        for path, document in self._open.items():
            is_part = path == project.manifest or (path.suffix in PYTHON and path.is_relative_to(project.root))
            # Saved as it is, whatever it is, what the command line would find is what counts.
            if is_part and _on_disk(path) != document.text:
                out[path] = encoded(document.text if document.good is None else document.good)
        return out


def encoded(text: str) -> bytes:
    """A text as the bytes that a file of it would hold: by its coding line, as UTF-8 where that names nothing that can hold it."""
    data = text.encode(errors="surrogatepass")
    try:
        return text.encode(encoding_of(data))
    except (SyntaxError, LookupError, UnicodeError):
        return data


def parses(text: str) -> bool:
    """Whether a text is Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _on_disk(path: Path) -> str | None:
    try:
        return decode(path.read_bytes()).removeprefix("\ufeff")
    except OSError:
        return None
