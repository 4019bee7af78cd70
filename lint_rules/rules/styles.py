"""How the code of a project puts names together, counted in its bytes: each file once, and only where that is asked."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from lint_rules.project.symbols import Project
from lint_rules.rules.importing import imports_from
from lint_rules.rules.tallies import tally

FORMATTED = "f-string"
ADDED = "+"


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
