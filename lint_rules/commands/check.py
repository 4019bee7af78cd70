"""``quantfence check``: find the project, judge it, report."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.commands.streams import use_color, warn, write
from lint_rules.diagnostic import Diagnostic, Position
from lint_rules.errors import UsageError
from lint_rules.locate import Project, locate
from lint_rules.project.files import Found, project_files
from lint_rules.project.scope import Scope, inside, resolve_paths
from lint_rules.project.text import Texts
from lint_rules.reports import FOR_PEOPLE, renderer
from lint_rules.reports.progress import Progress
from lint_rules.reports.report import Report, Rule, shown_path
from lint_rules.selection import Codes, PerFileIgnores, Selected, make_selection, select
from lint_rules.settings import Settings, load_settings

if TYPE_CHECKING:
    from lint_rules.check import Outcome


class Options(NamedTuple):
    """The command line, parsed."""

    paths: tuple[Path, ...] = ()
    manifest: Path | None = None
    root: Path | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    output_format: str = "text"
    show_unresolved: bool = False
    statistics: bool = False
    exit_zero: bool = False
    stdin_filename: Path | None = None
    force_exclude: bool = False
    exhaustive: bool = False
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False


class _Task(NamedTuple):
    """What is checked, and what of it is reported."""

    project: Project
    settings: Settings
    scope: Scope
    found: Found
    overrides: dict[Path, bytes]


def run(options: Options) -> int:
    """Check a project and print the report; 0 if there is nothing to report, 1 if there is.

    Raises UsageError where that can't be done.
    """
    began = time.monotonic()
    rules = _rules()
    project = locate(options.manifest, options.root)
    settings = load_settings(project.root)
    selection = make_selection(settings, Codes(options.select, options.ignore), sorted(rules))
    task = _prepare(options, project, settings)
    outcome = _judge(task, options)
    texts = Texts(task.overrides)
    selected = select(
        sorted([*_unreadable(task.found), *outcome.diagnostics], key=lambda d: (d.path, d.start, d.code)),
        selection,
        PerFileIgnores(settings, project.root).ignore,
        task.scope.holds,
        texts.data,
    )
    _print(options, task, outcome, selected, rules, texts)
    if options.verbose:
        _tell(task, selected, time.monotonic() - began)
    return 1 if selected.shown and not options.exit_zero else 0


def _rules() -> dict[str, Rule]:
    from lint_rules.rules import all_rules

    return {rule.code: rule for rule in all_rules()}


def _prepare(options: Options, project: Project, settings: Settings) -> _Task:
    """Find the files. What comes on standard input stands for the file that ``--stdin-filename`` names."""
    root = project.root
    if options.stdin_filename is None:
        paths = resolve_paths(options.paths, root)
        found = project_files(root, settings.exclude, () if options.force_exclude else paths)
        if not found.files:
            warn(f"no Python files below {root}")
        return _Task(project, settings, Scope(root, paths), found, {})
    if any(str(path) != "-" for path in options.paths):
        raise UsageError("--stdin-filename reports on one file, so it goes without PATH")
    path = inside(options.stdin_filename, root)
    if path.is_dir():
        raise UsageError(f"--stdin-filename {options.stdin_filename} is a folder")
    found = project_files(root, settings.exclude)
    if path != project.manifest:
        found = found._replace(files=sorted({*found.files, path}))
    return _Task(project, settings, Scope(root, [path]), found, {path: sys.stdin.buffer.read()})


def _judge(task: _Task, options: Options) -> Outcome:
    from lint_rules.check import Request, check
    from lint_rules.manifest.load import load_manifest
    from lint_rules.manifest.problems import ManifestError

    path = task.project.manifest
    try:
        manifest = load_manifest(path, task.overrides.get(path))
    except ManifestError as error:
        raise UsageError(unusable(path, error)) from None
    talks = sys.stderr.isatty() and not options.quiet
    with Progress(sys.stderr, enabled=talks) as progress:
        return check(
            Request(
                manifest=manifest,
                root=task.project.root,
                files=task.found.files,
                overrides=task.overrides,
                exhaustive=options.exhaustive,
                progress=progress,
            )
        )


def unusable(manifest: Path, error: Exception) -> str:
    """Return what is said of a manifest with errors."""
    return f"can't use the manifest {shown_path(manifest, Path.cwd())}\n{error}"


def _unreadable(found: Found) -> list[Diagnostic]:
    """Make findings of the folders that could not be read: a verdict that lacks them must not look whole."""
    start = Position(1, 1)
    help = "make it readable, or leave it out with `exclude`"
    return [
        Diagnostic("QF900", f"can't be read: {problem.message}", problem.path, start, start, help=help)
        for problem in found.problems
    ]


def _print(
    options: Options, task: _Task, outcome: Outcome, selected: Selected, rules: dict[str, Rule], texts: Texts
) -> None:
    report = Report(
        diagnostics=selected.shown,
        files=sum(map(task.scope.holds, task.found.files)),
        elsewhere=selected.elsewhere,
        rules=rules,
        lines=texts.lines,
        text=texts.text,
        root=task.project.root,
        folder=Path.cwd(),
        color=options.output_format in FOR_PEOPLE and use_color(options.color, sys.stdout),
        quiet=options.quiet,
    )
    write(renderer(options.output_format, options.statistics)(report))
    if options.show_unresolved:
        _print_unresolved(outcome, task.scope.holds, machine=options.output_format not in FOR_PEOPLE)


def _print_unresolved(outcome: Outcome, asked_for: Callable[[Path], bool], machine: bool) -> None:
    from lint_rules.reports.unresolved import render

    lines = render((item for item in outcome.unresolved if asked_for(item.path)), Path.cwd())
    # What a program reads from standard output stays what it expects.
    write(lines, sys.stderr if machine else sys.stdout)


def _tell(task: _Task, selected: Selected, seconds: float) -> None:
    folder = Path.cwd()
    print(f"manifest: {shown_path(task.project.manifest, folder)}", file=sys.stderr)
    print(f"root: {task.project.root}", file=sys.stderr)
    print(f"files: {len(task.found.files)}", file=sys.stderr)
    print(f"silenced by comments: {selected.silenced}", file=sys.stderr)
    print(f"time: {seconds:.2f} s", file=sys.stderr)
