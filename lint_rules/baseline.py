"""The baseline: findings that were there when a project adopted the check, and that are not reported any more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic
from lint_rules.fingerprint import Lines, fingerprints, place_below, traits
from lint_rules.project.suppressions import UNREADABLE

_GUESSES = 100
"""How many names a new file is tried under, of files that are no more."""


class Entry(NamedTuple):
    """A finding of the baseline. The fingerprint tells it from others; ``line`` and ``message`` are for people."""

    path: str
    """Relative to the project root, with ``/``."""
    line: int
    code: str
    message: str
    fingerprint: str


class Comparison(NamedTuple):
    """Findings, told apart by a baseline."""

    fresh: list[Diagnostic]
    known: list[Diagnostic]
    gone: list[Entry]
    """What of the baseline is not among the findings."""


class Baseline:
    """The entries of a file, compared with what a check finds."""

    def __init__(self, entries: Sequence[Entry], root: Path) -> None:
        self._entries = list(entries)
        self.root = root
        """The project root."""

    def compare(self, diagnostics: Sequence[Diagnostic], lines: Lines) -> Comparison:
        """Tell the findings that the baseline holds from the others. They are in the order of their places."""
        left = {entry.fingerprint: entry for entry in self._entries}
        fresh: list[Diagnostic] = []
        known: list[Diagnostic] = []
        for diagnostic, fingerprint in zip(diagnostics, fingerprints(diagnostics, self.root, lines), strict=True):
            if diagnostic.code != UNREADABLE and left.pop(fingerprint, None) is not None:
                known.append(diagnostic)
            else:
                fresh.append(diagnostic)
        moved = self._moved(fresh, left, lines)
        return Comparison([each for each in fresh if each not in moved], [*known, *moved], list(left.values()))

    def _moved(self, fresh: Sequence[Diagnostic], left: dict[str, Entry], lines: Lines) -> set[Diagnostic]:
        """Find what is known under a name that its file no longer has; its entries are taken from ``left``."""
        missing = {entry.path: None for entry in left.values() if not (self.root / entry.path).exists()}
        before = {entry.path for entry in self._entries}
        out: set[Diagnostic] = set()
        for path, group in groupby(fresh, key=lambda each: each.path):
            if not missing or place_below(path, self.root) in before:
                continue
            mine = list(group)
            mine_traits = traits(mine, lines)
            # More files go to another folder than get another name.
            for old in sorted(missing, key=lambda name: PurePosixPath(name).name != path.name)[:_GUESSES]:
                marks = [each.fingerprint(old) for each in mine_traits]
                found = [each for each, mark in zip(mine, marks, strict=True) if left.pop(mark, None)]
                if found:
                    out.update(found)
                    del missing[old]
                    break
        return out


def entries_of(diagnostics: Sequence[Diagnostic], root: Path, lines: Lines) -> list[Entry]:
    """Return the entries for findings, which are in the order of their places.

    What can't be read has none: nobody knows what else is found there once it can be.
    """
    pairs = zip(diagnostics, fingerprints(diagnostics, root, lines), strict=True)
    return sorted(
        Entry(place_below(each.path, root), each.start.line, each.code, each.message, fingerprint)
        for each, fingerprint in pairs
        if each.code != UNREADABLE
    )
