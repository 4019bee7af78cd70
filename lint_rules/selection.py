"""Which findings a person gets to see: by rule, by file, by ignore comment, by baseline, by the paths that were asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.baseline import Baseline, Comparison
from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.project.globs import Globs
from lint_rules.project.scope import Scope
from lint_rules.project.suppressions import UNREADABLE, Suppressions, read_suppressions
from lint_rules.project.text import Texts
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

    def __init__(self, settings: Codes, command_line: Codes, preview: bool = False) -> None:
        """``preview`` says whether findings that only look wrong are wanted of all rules."""
        self._settings = settings._replace(select=settings.select or ("",))
        self._command_line = command_line
        self._preview = preview

    def takes(self, code: str) -> bool:
        """Say whether findings of ``code`` are reported."""
        if self._command_line.select:
            return self._command_line.takes(code)
        return self._settings.takes(code) and Codes(("",), self._command_line.ignore).takes(code)

    def previews(self, code: str) -> bool:
        """Say whether findings of ``code`` that only look wrong are reported: where that is asked for, or the rule itself is."""
        return self._preview or code in (self._command_line.select or self._settings.select)

    @property
    def narrowed(self) -> bool:
        """Whether this run leaves out rules that the project's next one may report."""
        return bool(self._command_line.select or self._command_line.ignore)


class Selected(NamedTuple):
    """The findings to report, and how many there are beside them."""

    shown: list[Diagnostic]
    silenced: int
    """By ignore comments."""
    elsewhere: int
    """In files that were not asked for."""
    baselined: int
    """In the baseline."""
    gone: int
    """How many findings of the baseline are no more; none are counted where the run can't know that."""


def check_codes(codes: Iterable[str], known: Sequence[str], source: str) -> None:
    """Raise UsageError for the first of ``codes`` that is neither a known code nor the beginning of one."""
    for code in codes:
        if not code or not any(rule.startswith(code) for rule in known):
            from lint_rules.manifest.problems import unknown

            raise UsageError(f"{source}: {unknown('rule', code, known)}")


def make_selection(
    settings: Settings, command_line: Codes, known: Sequence[str], preview: bool | None = None
) -> Selection:
    """Put the two layers of choice together, after a check of their codes; ``preview`` is None where only settings speak."""
    check_codes(command_line.select, known, "--select")
    check_codes(command_line.ignore, known, "--ignore")
    check_codes(settings.select, known, f'"select" of {TABLE} in {FILE}')
    check_codes(settings.ignore, known, f'"ignore" of {TABLE} in {FILE}')
    for _, codes in settings.per_file_ignores:
        check_codes(codes, known, f'"per-file-ignores" of {TABLE} in {FILE}')
    wanted = settings.preview if preview is None else preview
    return Selection(Codes(settings.select, settings.ignore), command_line, wanted)


class Selector:
    """What stands between the findings of a check and a person. It is made once a run, and asked after each check."""

    def __init__(
        self, selection: Selection, per_file_ignores: PerFileIgnores, scope: Scope, baseline: Baseline | None = None
    ) -> None:
        self._selection = selection
        self._per_file_ignores = per_file_ignores
        self._scope = scope
        self._baseline = baseline

    def select(self, diagnostics: Iterable[Diagnostic], commented: Iterable[Path], texts: Texts) -> Selected:
        """Sort findings, which are all that there are, into those to report and the rest.

        ``commented`` are the files that may hold ignore comments; findings about these are added. Comments are judged by all
        findings, so that one is no less used because its rule is not selected.
        """
        comments = _Comments(texts)
        found = list(diagnostics)
        loud, quiet = comments.divide(found)
        broken = {each.path for each in found if each.code == UNREADABLE}
        about, excused = comments.divide(comments.review(path for path in commented if path not in broken))
        ignored = [each for each in loud if self._per_file_ignores.ignore(each.code, each.path)]
        silent = quiet + ignored
        loud, quiet = self._taken(loud + about), self._wanted(self._taken(quiet + excused))
        fresh, known, gone = self._compared(loud, texts)
        shown = _sparing(silent + known, self._asked_for(fresh))
        return Selected(
            shown=shown,
            silenced=len(self._asked_for(quiet)),
            elsewhere=len(fresh) - len(shown),
            baselined=len(self._asked_for(known)),
            gone=len(gone),
        )

    def _taken(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those that are selected, in the order of their places."""
        taken = (each for each in diagnostics if self._takes(each.code, each.path))
        return sorted(taken, key=lambda each: (each.path, each.start, each.code))

    def _wanted(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those that count: previews do so only where somebody asks for them."""
        return [each for each in diagnostics if not each.preview or self._selection.previews(each.code)]

    def _takes(self, code: str, path: Path) -> bool:
        return self._selection.takes(code) and not self._per_file_ignores.ignore(code, path)

    def _asked_for(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        return [each for each in diagnostics if self._scope.holds(each.path)]

    def _compared(self, diagnostics: list[Diagnostic], texts: Texts) -> Comparison:
        wanted = self._wanted(diagnostics)
        if self._baseline is None:
            return Comparison(wanted, [], [])
        root = self._baseline.root
        comparison = self._baseline.compare(wanted, texts.lines)
        whole = self._scope.everything and not self._selection.narrowed
        gone = [each for each in comparison.gone if whole and self._takes(each.code, root / each.path)]
        if gone and len(wanted) < len(diagnostics):
            # A baseline that was written with previews holds some that are still there, and nothing of them is said.
            unwanted = [each for each in diagnostics if each.preview]
            gone = Baseline(gone, root).compare(unwanted, texts.lines).gone
        return comparison._replace(gone=gone)


def _sparing(silent: Iterable[Diagnostic], shown: list[Diagnostic]) -> list[Diagnostic]:
    """Findings without the fixes that would change what a person has said to leave as it is."""
    spared = {
        (edit.path, edit.start, edit.end) for each in silent if each.fix for edit in each.fix.edits if not edit.shared
    }
    if not spared:
        return shown

    def clashes(diagnostic: Diagnostic) -> bool:
        return diagnostic.fix is not None and any(
            (edit.start, edit.end) == (start, end) or (edit.start < end and start < edit.end)
            for edit in diagnostic.fix.edits
            for path, start, end in spared
            if edit.path == path
        )

    return [each._replace(fix=None) if clashes(each) else each for each in shown]


class _Comments:
    """The ignore comments of a project, each file's read when it is needed."""

    def __init__(self, texts: Texts) -> None:
        self._by_file: dict[Path, Suppressions] = {}
        self._texts = texts

    def of(self, path: Path) -> Suppressions:
        if path not in self._by_file:
            self._by_file[path] = read_suppressions(path, self._texts.data(path))
        return self._by_file[path]

    def divide(self, diagnostics: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """Those that no comment silences, and the others."""
        loud: list[Diagnostic] = []
        quiet: list[Diagnostic] = []
        for each in diagnostics:
            (quiet if self.of(each.path).silence(each) else loud).append(each)
        return loud, quiet

    def review(self, paths: Iterable[Path]) -> list[Diagnostic]:
        """What the rules say about the comments themselves, after all else was divided."""
        commented = [(path, comments) for path in paths if (comments := self.of(path)).comments]
        if not commented:
            return []
        from lint_rules.project.source import Source
        from lint_rules.rules import all_rules
        from lint_rules.rules.base import Commented

        files = [Commented(Source(path, self._texts.data(path)), comments) for path, comments in commented]
        return [diagnostic for info in all_rules() for diagnostic in info.rule().review(files)]


class PerFileIgnores:
    """The setting ``per-file-ignores``: patterns relative to the root, with the codes that stay silent there."""

    def __init__(self, settings: Settings, root: Path) -> None:
        self._root = root
        self._entries = [(Globs([pattern]), codes) for pattern, codes in settings.per_file_ignores]

    def ignore(self, code: str, path: Path) -> bool:
        """Say whether the settings leave findings of this code in this file out."""
        if not self._entries or not path.is_relative_to(self._root):
            return False
        name = path.relative_to(self._root).as_posix()
        return any(code.startswith(codes) and globs.covers(name) for globs, codes in self._entries)


def _specificity(code: str, prefixes: Iterable[str]) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)
