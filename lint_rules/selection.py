"""Which findings a person gets to see: by rule, by file, by ignore comment, by the paths that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.manifest.problems import unknown
from lint_rules.project.globs import Globs
from lint_rules.project.suppressions import Suppressions, read_suppressions
from lint_rules.settings import FILE, TABLE, Settings


class Codes(NamedTuple):
    """One layer of choice: codes and prefixes of codes to take and to leave."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, code: str) -> bool:
        """Say whether the more specific word on ``code`` is to take it; where both are as specific, ``ignore`` has it."""
        return _specificity(code, self.select) > _specificity(code, self.ignore)


class Selection:
    """The rules that a run reports, from the settings and the command line, which has the last word."""

    def __init__(self, settings: Codes, command_line: Codes) -> None:
        self._settings = settings._replace(select=settings.select or ("",))
        self._command_line = command_line

    def takes(self, code: str) -> bool:
        """Say whether findings of ``code`` are reported."""
        if self._command_line.select:
            return self._command_line.takes(code)
        return self._settings.takes(code) and Codes(("",), self._command_line.ignore).takes(code)


class Selected(NamedTuple):
    """The findings to report, and how many there are beside them."""

    shown: list[Diagnostic]
    silenced: int
    """By ignore comments."""
    elsewhere: int
    """In files that were not asked for."""
    suppressions: dict[Path, Suppressions]
    """The ignore comments of each file with findings, with what they silenced."""


def check_codes(codes: Iterable[str], known: Sequence[str], source: str) -> None:
    """Raise UsageError for the first of ``codes`` that is neither a known code nor the beginning of one."""
    for code in codes:
        if not code or not any(rule.startswith(code) for rule in known):
            raise UsageError(f"{source}: {unknown('rule', code, known)}")


def make_selection(settings: Settings, command_line: Codes, known: Sequence[str]) -> Selection:
    """Put the two layers of choice together, after a check of their codes."""
    check_codes(command_line.select, known, "--select")
    check_codes(command_line.ignore, known, "--ignore")
    check_codes(settings.select, known, f'"select" of {TABLE} in {FILE}')
    check_codes(settings.ignore, known, f'"ignore" of {TABLE} in {FILE}')
    for _, codes in settings.per_file_ignores:
        check_codes(codes, known, f'"per-file-ignores" of {TABLE} in {FILE}')
    return Selection(Codes(settings.select, settings.ignore), command_line)


def select(
    diagnostics: Iterable[Diagnostic],
    selection: Selection,
    ignored_in_file: Callable[[Diagnostic], bool],
    asked_for: Callable[[Path], bool],
    data: Callable[[Path], bytes],
) -> Selected:
    """Sort findings into those to report and the rest.

    ``ignored_in_file`` says whether the settings leave a finding out for its file, ``asked_for`` whether a file is reported on;
    ``data`` returns a file's bytes.
    """
    shown: list[Diagnostic] = []
    silenced = elsewhere = 0
    suppressions: dict[Path, Suppressions] = {}
    for diagnostic in diagnostics:
        if not selection.takes(diagnostic.code) or ignored_in_file(diagnostic):
            continue
        path = diagnostic.path
        if path not in suppressions:
            suppressions[path] = read_suppressions(path, data(path))
        if suppressions[path].silence(diagnostic):
            silenced += asked_for(path)
        elif asked_for(path):
            shown.append(diagnostic)
        else:
            elsewhere += 1
    return Selected(shown, silenced, elsewhere, suppressions)


class PerFileIgnores:
    """The setting ``per-file-ignores``: patterns relative to the root, with the codes that stay silent there."""

    def __init__(self, settings: Settings, root: Path) -> None:
        self._root = root
        self._entries = [(Globs([pattern]), codes) for pattern, codes in settings.per_file_ignores]

    def ignore(self, diagnostic: Diagnostic) -> bool:
        """Say whether the settings leave this finding out."""
        if not self._entries or not diagnostic.path.is_relative_to(self._root):
            return False
        path = diagnostic.path.relative_to(self._root).as_posix()
        return any(diagnostic.code.startswith(codes) and globs.covers(path) for globs, codes in self._entries)


def _specificity(code: str, prefixes: Iterable[str]) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)
