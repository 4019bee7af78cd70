"""``quantfence check --add-ignore``: an ignore comment for each finding, so that only new ones are reported."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lint_rules.adding import add_ignores, by_file
from lint_rules.commands.check import Examined, Options, examine
from lint_rules.commands.streams import warn, write
from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.files import replace
from lint_rules.project.suppressions import UNREADABLE, UNUSED
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count


def run(options: Options) -> int:
    """Write the comments, say on standard error what could get none, and return 0.

    Raises UsageError where the project can't be checked, or the reason is nothing that a comment can hold.
    """
    reason = (options.add_ignore or "").strip()
    if not reason.isprintable():
        raise UsageError("the reason of --add-ignore has to fit into a line of text")
    if options.stdin_filename is not None:
        raise UsageError("--add-ignore changes files, so it goes without --stdin-filename")
    examined = examine(options)
    added = 0
    for path, diagnostics in by_file(examined.selected.shown).items():
        able, others = _divided(diagnostics, examined)
        if able:
            before = examined.texts.data(path)
            result = add_ignores(path, before, able, reason)
            others += result.left
            _write(path, before, result.data)
            added += result.comments
        for diagnostic, why in others:
            place = f"{shown_path(path, Path.cwd())}:{diagnostic.start.line}:{diagnostic.start.column}"
            warn(f"{place}: {diagnostic.code} is not ignored: {why}")
    if not options.quiet:
        write([f"Added {count(added, 'ignore comment')}."])
    return 0


_Left = list[tuple[Diagnostic, str]]


def _divided(diagnostics: Sequence[Diagnostic], examined: Examined) -> tuple[list[Diagnostic], _Left]:
    """The findings that a comment could silence, and the others, each with the reason why none can."""
    able: list[Diagnostic] = []
    others: _Left = []
    python = frozenset(examined.task.found.files)
    for each in diagnostics:
        if each.code == UNREADABLE:
            others.append((each, "no comment works in what can't be read; repair it, or leave it out with `exclude`"))
        elif each.path not in python:
            others.append(
                (each, "ignore comments work in Python files only; `per-file-ignores` or a baseline can do it")
            )
        elif each.code == UNUSED:
            others.append((each, "a comment that silences nothing has to go: `quantfence check --fix` removes it"))
        else:
            able.append(each)
    return able, others


def _write(path: Path, before: bytes, after: bytes) -> None:
    if path.read_bytes() != before:
        raise UsageError(f"{path} has changed since it was checked; run it again")
    replace(path, after)
