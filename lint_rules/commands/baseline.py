"""``quantfence baseline``: write down what is found today."""

from __future__ import annotations

from pathlib import Path

from lint_rules.baseline import Entry, entries_of
from lint_rules.baseline_file import baseline_file, is_replaceable, read_baseline, render
from lint_rules.commands.check import Options, judge, prepare
from lint_rules.commands.streams import note, warn, write
from lint_rules.errors import UsageError
from lint_rules.files import replace
from lint_rules.project.suppressions import UNREADABLE
from lint_rules.reports.report import shown_path
from lint_rules.reports.summary import count


def write_down(options: Options, output: Path | None) -> int:
    """Write the baseline that leaves ``quantfence check`` with these options nothing to report; return 0.

    Raises UsageError where the project can't be checked, or where ``output`` is a file that is no baseline.
    """
    task = prepare(options)
    root = task.project.root
    path = baseline_file(root, task.settings.baseline, output)
    usual = path == baseline_file(root, task.settings.baseline)
    _require_no_other(path, usual)
    verdict = judge(options, task, task.overrides)
    found = verdict.selected.shown
    entries = entries_of(found, root, verdict.texts.lines)
    before = _entries_before(path)
    replace(path, render(entries))
    shown = shown_path(path, Path.cwd())
    if not options.quiet:
        write([f"Wrote {count(len(entries), 'finding')} to {shown}{_changes(before, entries)}."])
        if not usual:
            note(f"`quantfence check` uses it with --baseline {shown}, or with `baseline` in its settings")
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


def _entries_before(path: Path) -> list[Entry] | None:
    """What the file held; ``None`` if there is none or it can't be used, which is a reason to write it anew."""
    try:
        return read_baseline(path, str(path), usual=True) if path.exists() else None
    except UsageError:
        return None


def _changes(before: list[Entry] | None, entries: list[Entry]) -> str:
    if before is None:
        return ""
    old, new = ({entry.fingerprint for entry in each} for each in (before, entries))
    return f" ({len(new - old)} new, {len(old - new)} gone)"
