"""What a check finds: known since the last time, told from what has changed since, or found out anew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lint_rules.cache.kept import Kept, Subject
from lint_rules.errors import UsageError
from lint_rules.reports.report import shown_path

if TYPE_CHECKING:
    from lint_rules.change.record import Record
    from lint_rules.commands.check import Options, Task
    from lint_rules.manifest.model import Manifest
    from lint_rules.outcome import Outcome
    from lint_rules.project.asked import Asker
    from lint_rules.project.symbols import Project


Progress: TypeAlias = Callable[[int, int], None]
"""Called with files read and files in all."""


def outcome_of(options: Options, task: Task, overrides: Mapping[Path, bytes]) -> Outcome:
    """What a check of a project finds with ``overrides`` in place of its files.

    Raises UsageError where the manifest or a recipe that it names can't be used.
    """
    kept = _kept(options, task, overrides)
    outcome = kept.outcome() or _again(task, kept, overrides)
    if outcome is not None:
        return outcome
    from lint_rules.manifest.problems import ManifestError
    from lint_rules.reports.progress import Progress as Bar

    try:
        with Bar(sys.stderr, enabled=sys.stderr.isatty() and not options.quiet) as bar:
            return _anew(options, task, overrides, kept, bar, options.stdin_filename is None)
    except ManifestError as error:
        # Also what a recipe that it names is found to be.
        raise UsageError(unusable(task.project.manifest, error)) from None


def outcome_in_editor(options: Options, task: Task, overrides: Mapping[Path, bytes], progress: Progress) -> Outcome:
    """The same for an editor, which shows by itself how far it is, and has other ``overrides`` with each key.

    Raises ManifestError where the manifest or a recipe that it names can't be used.
    """
    kept = _kept(options, task, overrides)
    known = kept.outcome() or _again(task, kept, overrides)
    # What it sends is different with each key.
    return known or _anew(options, task, overrides, kept, progress, keep=not overrides)


def _kept(options: Options, task: Task, overrides: Mapping[Path, bytes]) -> Kept:
    root, manifest = task.project
    return Kept(task.store, Subject(root, manifest, task.found.names, overrides, options.exhaustive))


def _again(task: Task, kept: Kept, overrides: Mapping[Path, bytes]) -> Outcome | None:
    if kept.before is None:
        return None
    from lint_rules.project.lean import import_msgspec

    import_msgspec()
    from lint_rules.change.again import again

    return again(kept, task.store, task.found.names, overrides, partial(_redrawn, task, kept, overrides))


def _redrawn(
    task: Task, kept: Kept, overrides: Mapping[Path, bytes], record: Record, askers: Sequence[Asker]
) -> Record | None:
    from lint_rules.change.redraw import also_asked, redrawn

    assert kept.before is not None
    project = redrawn(task.project.root, task.found.names, overrides, task.store, record, askers)
    return also_asked(project, task.found.names, kept.before, record) if project is not None else None


def _anew(
    options: Options, task: Task, overrides: Mapping[Path, bytes], kept: Kept, progress: Progress, keep: bool
) -> Outcome:
    from lint_rules.check import Request, check
    from lint_rules.manifest.load import load_manifest
    from lint_rules.recipes.mirrored import recipe_files

    looked: list[Project] = []
    manifest = load_manifest(task.project.manifest, kept.manifest)
    kept.expect(recipe_files(manifest))
    outcome = check(
        Request(
            manifest=manifest,
            root=task.project.root,
            files=task.found.files,
            overrides=overrides,
            exhaustive=options.exhaustive,
            progress=progress,
            store=task.store,
            heard=looked.append,
        )
    )
    if keep and task.store.folder is not None:
        _keep(task, kept, outcome, manifest, looked[0])
    return outcome


def _keep(task: Task, kept: Kept, outcome: Outcome, manifest: Manifest, project: Project) -> None:
    from lint_rules.change.record import recorded, said
    from lint_rules.change.spoken import spoken

    sources = [project.source(path) for path in task.found.files]
    for source in sources:
        kept.hear(source)
    looked_into = project.looked_into()
    record = recorded(said(manifest), looked_into, task.found.names, spoken(outcome, looked_into))
    kept.keep(outcome, record.encoded())
    task.store.tidy()


def unusable(manifest: Path, error: Exception) -> str:
    """Return what is said of a manifest with errors."""
    return f"can't use the manifest {shown_path(manifest, Path.cwd())}\n{error}"
