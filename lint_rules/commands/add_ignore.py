"""``quantfence check --add-ignore``: an ignore comment for each finding, so that only new ones are reported."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from lint_rules.adding import add_ignores
from lint_rules.commands.check import Options, Task, judge
from lint_rules.commands.fix import write_files
from lint_rules.commands.streams import warn, write
from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.fixing.workspace import Change
from lint_rules.project.suppressions import UNREADABLE, UNUSED
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count

Left: TypeAlias = list[tuple[Diagnostic, str]]
"""Findings that get no comment, each with the reason why."""


def run(options: Options, task: Task) -> int:
    """Write the comments, say on standard error what could get none, and return 0.

    Raises UsageError where files can't be written, or the reason is nothing that a comment can hold.
    """
    reason = (options.add_ignore or "").strip()
    _require_sense(options, reason)
    verdict = judge(options, task, task.overrides)
    changes: list[Change] = []
    left: Left = []
    added = 0
    for path, diagnostics in _by_file(verdict.selected.shown).items():
        able, others = _divided(diagnostics, task)
        left += others
        if able:
            before = verdict.texts.data(path)
            result = add_ignores(path, before, able, reason)
            left += result.left
            added += result.comments
            if result.data != before:
                changes.append(Change(path, before, result.data))
    write_files(changes, task.project.root)
    for diagnostic, why in left:
        place = f"{shown_path(diagnostic.path, Path.cwd())}:{diagnostic.start.line}:{diagnostic.start.column}"
        warn(f"{place}: {diagnostic.code} is not ignored: {why}")
    if not options.quiet:
        write([f"Added {count(added, 'ignore comment')}."])
    return 0


def _require_sense(options: Options, reason: str) -> None:
    if not reason.isprintable():
        raise UsageError("the reason of --add-ignore has to fit into a line of text")
    if options.stdin_filename is not None:
        raise UsageError("--add-ignore writes to files, so it goes without --stdin-filename")
    if options.fix or options.diff:
        raise UsageError(
            f"--add-ignore keeps the code as it is, so it goes without --{'fix' if options.fix else 'diff'}"
        )


def _by_file(diagnostics: Sequence[Diagnostic]) -> dict[Path, list[Diagnostic]]:
    files: dict[Path, list[Diagnostic]] = {}
    for each in diagnostics:
        files.setdefault(each.path, []).append(each)
    return files


def _divided(diagnostics: Sequence[Diagnostic], task: Task) -> tuple[list[Diagnostic], Left]:
    """The findings that a comment could silence, and the others."""
    able: list[Diagnostic] = []
    others: Left = []
    commentable = frozenset({*task.found.files, task.project.manifest})
    for each in diagnostics:
        if each.code == UNREADABLE:
            others.append((each, "no comment works in what can't be read; repair it, or leave it out with `exclude`"))
        elif each.path not in commentable:
            others.append(
                (each, "ignore comments work in Python files and in the manifest; a baseline holds this, too")
            )
        elif each.code == UNUSED:
            others.append((each, "a comment that silences nothing has to go; `quantfence check --fix` removes it"))
        else:
            able.append(each)
    return able, others
