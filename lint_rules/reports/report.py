"""What every report is made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from lint_rules.diagnostic import Diagnostic


class Rule(Protocol):
    """What a report may say of a rule."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...
    def page(self) -> str:
        """Return its documentation, as Markdown. It is made when it is asked for, so only by formats that show it."""
        ...


class Report(NamedTuple):
    """Findings to print, with what it takes to print them."""

    diagnostics: Sequence[Diagnostic]
    files: int
    """How many files were reported on."""
    elsewhere: int
    """How many findings are in files that were not asked for."""
    rules: Mapping[str, Rule]
    """The rules by code."""
    lines: Callable[[Path], Sequence[str]]
    """Returns a file's lines, without their ends."""
    text: Callable[[Path], str]
    """Returns a file's text, in which the edits of a fix count."""
    root: Path
    """The project root: what outlives this run and this machine is relative to it."""
    folder: Path
    """The current directory: paths below it are printed relative to it."""
    color: bool = False
    quiet: bool = False
    unsafe_fixes: bool = False
    """Whether fixes that are not safe count as fixes."""
    fixed: int = 0
    """How many findings were repaired just now; they are not among ``diagnostics``."""
    baselined: int = 0
    """How many findings the baseline holds, in the files that were asked for; they are not among ``diagnostics``."""

    def place(self, path: Path) -> str:
        """Return a path as it is printed."""
        return shown_path(path, self.folder)

    def name(self, code: str) -> str | None:
        """Return the name of a rule, nothing for a code that is no rule's."""
        rule = self.rules.get(code)
        return None if rule is None else rule.name

    def fixable(self, diagnostic: Diagnostic) -> bool:
        """Return whether ``--fix`` would repair a finding, with the options as they are."""
        return diagnostic.fix is not None and (diagnostic.fix.safe or self.unsafe_fixes)


def shown_path(path: Path, folder: Path) -> str:
    """Return ``path`` relative to ``folder`` where it lies below, else as it is."""
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
