"""``quantfence check --fix`` and ``--diff``: judge, fix, judge again, and write or show what came of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from lint_rules.commands.check import Options, Task, Verdict, judge, report
from lint_rules.commands.streams import warn, write, write_bytes
from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.fixing.diff import unified
from lint_rules.fixing.rounds import Rounds
from lint_rules.fixing.workspace import Change, Workspace
from lint_rules.fixing.writing import Unwritten, write_all
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count
from lint_rules.reports.terminal import visible


def run(options: Options, task: Task) -> int:
    """Fix what can be fixed and report what remains; with ``--diff`` write nothing, and print the difference instead.

    Returns the exit code: 1 if something remains or, with ``--diff``, if there is a difference. Raises UsageError where
    files can't be written.
    """
    root, manifest = task.project
    workspace = Workspace(root, task.found.files, manifest, task.scope.holds, task.overrides)
    rounds = Rounds(workspace, options.unsafe_fixes)
    verdict = judge(options, task, workspace.overrides)
    while rounds.apply(verdict.selected.shown):
        verdict = judge(options, task, workspace.overrides)
    _warn(rounds)
    verdict = _without_refused(verdict, rounds)
    if options.diff:
        _print_diff(workspace.changes())
        if not options.quiet:
            write(_outlook(rounds.fixed, _unsafe(verdict.selected.shown, options)), sys.stderr)
        return 1 if workspace.changes() and not options.exit_zero else 0
    if options.stdin_filename is not None:
        (text,) = (workspace.overrides[path] for path in task.overrides)
        write_bytes([text])
        return report(options, task, verdict, rounds.fixed, sys.stderr)
    write_files(workspace.changes(), root)
    return report(options, task, verdict, rounds.fixed)


def _without_refused(verdict: Verdict, rounds: Rounds) -> Verdict:
    """The verdict without the fixes that can't be applied: the report must not offer them once more."""
    refused = {refusal.diagnostic for refusal in rounds.refusals}
    shown = [each._replace(fix=None) if each in refused else each for each in verdict.selected.shown]
    return verdict._replace(selected=verdict.selected._replace(shown=shown))


def _warn(rounds: Rounds) -> None:
    """Say which fixes were not applied, and why."""
    folder = Path.cwd()
    lines = (
        f"{shown_path(diagnostic.path, folder)}:{diagnostic.start.line}:{diagnostic.start.column}: "
        f"fix for {diagnostic.code} was not applied: {reason}"
        for diagnostic, reason in rounds.refusals
    )
    write(map(visible, lines), sys.stderr)
    if rounds.unfinished:
        warn(f"{rounds.unfinished}\nThis is a bug in quantfence, not in your code. Please report it.")


def _unsafe(shown: Sequence[Diagnostic], options: Options) -> int:
    """Count what ``--unsafe-fixes`` would add."""
    return 0 if options.unsafe_fixes else sum(each.fix is not None and not each.fix.safe for each in shown)


def _outlook(fixed: int, unsafe: int) -> list[str]:
    """Return what is said below a diff."""
    fixes = "fix" if unsafe == 1 else "fixes"
    if fixed:
        more = f" ({unsafe} additional {fixes} available with `--unsafe-fixes`)" if unsafe else ""
        return [f"Would fix {count(fixed, 'problem')}{more}."]
    return [f"No fixes available ({unsafe} {fixes} available with `--unsafe-fixes`)."] if unsafe else []


def _print_diff(changes: Sequence[Change]) -> None:
    for change in changes:
        write_bytes([*unified(change, visible(shown_path(change.path, Path.cwd()))), b"\n"])


def write_files(changes: Sequence[Change], root: Path) -> None:
    """Write changes, or raise UsageError and say which are written and which are not."""
    try:
        write_all(changes, root)
    except Unwritten as error:
        folder = Path.cwd()
        rest = [change.path for change in changes if change.path not in error.written]
        done, left = (", ".join(shown_path(path, folder) for path in paths) for paths in (error.written, rest))
        state = f"written: {done}; not written: {left}" if done else "nothing was written"
        raise UsageError(f"can't write {shown_path(error.path, folder)}: {error.reason}\n{state}") from None
