"""``quantfence check``: find the project, judge it, report."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from lint_rules.cache import catalogue
from lint_rules.cache.place import open_store
from lint_rules.cache.store import Store
from lint_rules.commands.outcomes import outcome_of
from lint_rules.commands.streams import note, use_color, warn, write
from lint_rules.diagnostic import Diagnostic, Position
from lint_rules.errors import UsageError
from lint_rules.locate import Project, locate
from lint_rules.project.files import Found, project_files
from lint_rules.project.scope import Scope, inside, resolve_paths
from lint_rules.project.text import Texts
from lint_rules.reports import FOR_PEOPLE, renderer
from lint_rules.reports.report import Report, Rule, shown_path
from lint_rules.reports.summary import count
from lint_rules.selection import Codes, PerFileIgnores, Selected, Selector, make_selection
from lint_rules.settings import BASELINE, Settings, load_settings

if TYPE_CHECKING:
    from lint_rules.baseline import Baseline
    from lint_rules.outcome import Outcome


class Options(NamedTuple):
    """The command line, parsed."""

    paths: tuple[Path, ...] = ()
    manifest: Path | None = None
    root: Path | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preview: bool | None = None
    """Whether what only looks wrong is reported; ``None`` leaves that to the settings."""
    output_format: str = "text"
    show_unresolved: bool = False
    statistics: bool = False
    exit_zero: bool = False
    stdin_filename: Path | None = None
    force_exclude: bool = False
    exhaustive: bool = False
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    baseline: Path | None = None
    no_baseline: bool = False
    no_cache: bool = False
    cache_dir: Path | None = None
    add_ignore: str | None = None
    """The reason that new ignore comments give, which may be empty; ``None`` where none are added."""


class Task(NamedTuple):
    """What is checked, and what of it is reported."""

    project: Project
    settings: Settings
    selector: Selector
    rules: dict[str, Rule]
    """Each rule by its code."""
    scope: Scope
    found: Found
    overrides: dict[Path, bytes]
    store: Store
    began: float


class Verdict(NamedTuple):
    """What is said of the project in one state of its files."""

    outcome: Outcome
    selected: Selected
    texts: Texts


def run(options: Options) -> int:
    """Check a project and print the report; 0 if there is nothing to report, 1 if there is.

    Raises UsageError where that can't be done.
    """
    task = prepare(options)
    if options.add_ignore is not None:
        from lint_rules.commands.add_ignore import run as add_ignore

        return add_ignore(options, task)
    if options.fix or options.diff:
        from lint_rules.commands.fix import run as fix

        return fix(options, task)
    return report(options, task, judge(options, task, task.overrides))


def prepare(options: Options) -> Task:
    """Find out what is to be done, and raise UsageError where that can't be."""
    began = time.monotonic()
    project = locate(options.manifest, options.root)
    settings = load_settings(project.root)
    store = open_store(project.root, settings.cache_dir, options.cache_dir, options.no_cache)
    rules = catalogue.rules(store)
    selection = make_selection(settings, Codes(options.select, options.ignore), sorted(rules), options.preview)
    baseline = _baseline(options, project, settings)
    scope, found, overrides = _files(options, project, settings)
    selector = Selector(selection, PerFileIgnores(settings, project.root), scope, baseline)
    return Task(project, settings, selector, rules, scope, found, overrides, store, began)


def judge(options: Options, task: Task, overrides: Mapping[Path, bytes]) -> Verdict:
    """Check the project with ``overrides`` in place of its files, and select what is reported."""
    return verdict_on(task, outcome_of(options, task, overrides), overrides)


def verdict_on(task: Task, outcome: Outcome, overrides: Mapping[Path, bytes]) -> Verdict:
    """Select what is reported of an outcome, with ``overrides`` in place of files."""
    texts = Texts(overrides)
    selected = task.selector.select([*_unreadable(task.found), *outcome.diagnostics], outcome.commented, texts)
    return Verdict(outcome, selected, texts)


def report(options: Options, task: Task, verdict: Verdict, fixed: int = 0, stream: TextIO | None = None) -> int:
    """Print what is said of a project, to standard output or another stream, and return the exit code."""
    _print(options, task, verdict, fixed, sys.stdout if stream is None else stream)
    if options.verbose:
        _tell(task, verdict.selected)
    return 1 if verdict.selected.shown and not options.exit_zero else 0


def _baseline(options: Options, project: Project, settings: Settings) -> Baseline | None:
    named = options.baseline or settings.baseline
    if options.no_baseline or not (named or (project.root / BASELINE).exists()):
        # Most projects have none, and to read one takes modules that a run without findings has no need of.
        return None
    from lint_rules.baseline_file import load_baseline

    return load_baseline(project.root, settings.baseline, options.baseline)


def _files(options: Options, project: Project, settings: Settings) -> tuple[Scope, Found, dict[Path, bytes]]:
    """Find the files. What comes on standard input stands for the file that ``--stdin-filename`` names."""
    root = project.root
    if options.stdin_filename is None:
        _require_no_reason(options)
        paths = resolve_paths(options.paths, root)
        found = project_files(root, settings.exclude, () if options.force_exclude else paths)
        if not found.names:
            warn(f"no Python files below {root}")
        elif not options.force_exclude:
            _warn_of_nothing(zip(options.paths, paths, strict=True), found, project)
        return Scope(root, paths), found, {}
    if any(str(path) != "-" for path in options.paths):
        raise UsageError("--stdin-filename reports on one file, so it goes without PATH")
    path = inside(options.stdin_filename, root)
    if path.is_dir():
        raise UsageError(f"--stdin-filename {options.stdin_filename} is a folder")
    found = project_files(root, settings.exclude)
    if path != project.manifest:
        found = found.adding(str(path))
    return Scope(root, [path]), found, {path: sys.stdin.buffer.read()}


def _require_no_reason(options: Options) -> None:
    """Raise UsageError where what looks like the reason of ``--add-ignore`` was taken for a path."""
    if options.add_ignore != "":
        return
    for path in options.paths:
        if not path.exists():
            hint = f"write --add-ignore={shlex.quote(str(path))} if it is the reason"
            raise UsageError(f"{path} does not exist; {hint}")


def _warn_of_nothing(paths: Iterable[tuple[Path, Path]], found: Found, project: Project) -> None:
    """Say which of the paths that a person named, each with what it leads to, hold nothing to report on."""
    files = set(found.names)
    problems = {problem.path for problem in found.problems}
    for named, path in paths:
        if (
            path == project.manifest
            or str(path) in files
            or path in problems
            or (path.is_file() and path.suffix == ".json")
        ):
            # A recipe is no Python, but rules have something to say of it.
            continue
        if not path.is_dir() or not any(map(Scope(project.root, [path]).holds, found.names)):
            warn(f"no Python files under {named}")


def _unreadable(found: Found) -> list[Diagnostic]:
    """Make findings of the folders that could not be read: a verdict that lacks them must not look whole."""
    start = Position(1, 1)
    help = "make it readable, or leave it out with `exclude`"
    return [
        Diagnostic("QF900", f"can't be read: {problem.message}", problem.path, start, start, help=help)
        for problem in found.problems
    ]


def _print(options: Options, task: Task, verdict: Verdict, fixed: int, stream: TextIO) -> None:
    report = Report(
        diagnostics=verdict.selected.shown,
        files=task.scope.count(task.found.names),
        elsewhere=verdict.selected.elsewhere,
        rules=task.rules,
        lines=verdict.texts.lines,
        text=verdict.texts.text,
        root=task.project.root,
        folder=Path.cwd(),
        color=options.output_format in FOR_PEOPLE and use_color(options.color, stream),
        quiet=options.quiet,
        unsafe_fixes=options.unsafe_fixes,
        fixed=fixed,
        baselined=verdict.selected.baselined,
    )
    write(renderer(options.output_format, options.statistics)(report), stream)
    if verdict.selected.gone and not options.quiet:
        _say_gone(verdict.selected.gone)
    if options.show_unresolved:
        # What a program reads from standard output stays what it expects.
        out = stream if options.output_format in FOR_PEOPLE else sys.stderr
        _print_unresolved(verdict.outcome, task.scope.holds, out)


def _say_gone(number: int) -> None:
    """Say that findings of the baseline are no more: a person should know, although nothing is wrong with that."""
    are, them = ("is", "it") if number == 1 else ("are", "them")
    note(f"{count(number, 'finding')} of the baseline {are} gone: run `quantfence baseline` to drop {them}")


def _print_unresolved(outcome: Outcome, asked_for: Callable[[Path], bool], stream: TextIO) -> None:
    from lint_rules.reports.unresolved import render

    write(render((item for item in outcome.unresolved if asked_for(item.path)), Path.cwd()), stream)


def _tell(task: Task, selected: Selected) -> None:
    folder = Path.cwd()
    print(f"manifest: {shown_path(task.project.manifest, folder)}", file=sys.stderr)
    print(f"root: {task.project.root}", file=sys.stderr)
    print(f"files: {len(task.found.names)}", file=sys.stderr)
    print(f"silenced by comments: {selected.silenced}", file=sys.stderr)
    print(f"in the baseline: {selected.baselined}", file=sys.stderr)
    print(f"time: {time.monotonic() - task.began:.2f} s", file=sys.stderr)
