"""``quantfence baseline``: write down what is found today."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lint_rules.baseline import Baseline, entries_of
from lint_rules.baseline_file import baseline_file, is_replaceable, read_baseline, render
from lint_rules.commands.check import Options, judge, prepare
from lint_rules.commands.streams import STANDARD_OUTPUT, note, warn, write, write_bytes, write_file
from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.fingerprint import Lines
from lint_rules.project.suppressions import UNREADABLE
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count


def write_down(options: Options, output: Path | None) -> int:
    """Write the baseline that leaves ``quantfence check`` with these options nothing to report; return 0.

    Where ``output`` is ``-`` it is printed. Raises UsageError where the project can't be checked, or where ``output`` is a
    file that is no baseline.
    """
    task = prepare(options)
    root = task.project.root
    usual = baseline_file(root, task.settings.baseline)
    path = baseline_file(root, task.settings.baseline, output)
    if output != STANDARD_OUTPUT:
        _require_no_other(path, path == usual)
    verdict = judge(options, task, task.overrides)
    found = verdict.selected.shown
    entries = entries_of(found, root, verdict.texts.lines)
    if output == STANDARD_OUTPUT:
        write_bytes([render(entries)])
    else:
        changes = _changes(path, found, root, verdict.texts.lines)
        write_file(path, render(entries))
        if not options.quiet:
            _say_written(path, count(len(entries), "finding"), changes, usual)
    unreadable = sum(each.code == UNREADABLE for each in found)
    if unreadable:
        left_out = f"{count(unreadable, 'finding')} of {UNREADABLE} left out"
        warn(f"{left_out}: what can't be read has to be repaired, or left out with `exclude`")
    return 0


def _require_no_other(path: Path, usual: bool) -> None:
    """Raise UsageError if there is a file that somebody would miss."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder")
    if path.exists() and not is_replaceable(path.read_bytes(), usual):
        raise UsageError(f"{path} is no baseline, so it is not overwritten: remove it, or name another --output")


def _changes(path: Path, found: Sequence[Diagnostic], root: Path, lines: Lines) -> str:
    """Return how what is found differs from what a baseline held, as a check tells it; nothing where it held nothing."""
    try:
        before = Baseline(read_baseline(path, str(path), usual=True), root) if path.exists() else None
    except UsageError:
        # It can't be used, which is a reason to write it anew.
        before = None
    if before is None:
        return ""
    comparison = before.compare(found, lines)
    new = sum(each.code != UNREADABLE for each in comparison.fresh)
    return f" ({new} new, {len(comparison.gone)} gone)"


def _say_written(path: Path, number: str, changes: str, usual: Path) -> None:
    shown = shown_path(path, Path.cwd())
    write([f"Wrote {number} to {shown}{changes}."])
    if path != usual:
        note(f"`quantfence check` uses it with --baseline {shown}, or with `baseline` in its settings")
