"""Some fixes at once: those that go together are applied, those that never could are refused, the rest has to wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Edit, Fix
from lint_rules.fixing.edits import Document, Inapplicable, clash
from lint_rules.fixing.workspace import Workspace


class Batch(NamedTuple):
    """What came of some fixes, which are named by their index. Those that are in neither clash with one applied."""

    applied: list[int]
    refused: dict[int, str]
    """Why each of these can't be applied."""
    contents: dict[Path, bytes]
    """The bytes of the files that change."""


def apply(fixes: Sequence[Fix], workspace: Workspace) -> Batch:
    """Apply fixes, each with all of its edits or not at all; the first of two that clash goes first."""
    return _Bench(fixes, workspace).work()


class _Bench:
    """One batch at work; each file is read and decoded once."""

    def __init__(self, fixes: Sequence[Fix], workspace: Workspace) -> None:
        self._fixes = fixes
        self._workspace = workspace
        self._documents: dict[Path, Document] = {}
        self._refused: dict[int, str] = {}

    def work(self) -> Batch:
        chosen = self._without_clashes()
        try:
            return Batch(chosen, self._refused, self._result(chosen))
        except Inapplicable:
            return self._one_by_one(chosen)

    def _without_clashes(self) -> list[int]:
        """Return the fixes that can be tried together, and refuse those that are impossible by themselves."""
        chosen: list[int] = []
        taken: defaultdict[Path, list[Edit]] = defaultdict(list)
        for number, fix in enumerate(self._fixes):
            try:
                self._require_sense(fix)
            except Inapplicable as error:
                self._refused[number] = str(error)
                continue
            if not any(clash(edit, other) for edit in fix.edits for other in taken[edit.path]):
                chosen.append(number)
                for edit in fix.edits:
                    taken[edit.path].append(edit)
        return chosen

    def _require_sense(self, fix: Fix) -> None:
        for edit in fix.edits:
            if not 0 <= edit.start <= edit.end <= len(self._document(edit.path).text):
                raise Inapplicable("it edits what is beyond the end of the file")
        if any(clash(one, other) for one in fix.edits for other in fix.edits if one.path == other.path):
            raise Inapplicable("its edits overlap")
        if all(self._document(edit.path).changes_nothing(edit) for edit in fix.edits):
            raise Inapplicable("it changes nothing")

    def _one_by_one(self, chosen: list[int]) -> Batch:
        """Find the culprits: a fix that fails alone is refused, one that fails beside others waits for the next round."""
        applied: list[int] = []
        contents: dict[Path, bytes] = {}
        for number in chosen:
            try:
                contents |= self._result([*applied, number], beside=number)
                applied.append(number)
            except Inapplicable:
                try:
                    self._result([number])
                except Inapplicable as error:
                    self._refused[number] = str(error)
        return Batch(applied, self._refused, contents)

    def _result(self, numbers: Sequence[int], beside: int | None = None) -> dict[Path, bytes]:
        """Return the files after some fixes; only those that the fix ``beside`` the others edits, if there is one.

        Raises Inapplicable where a file can't be written or would not parse.
        """
        edits: defaultdict[Path, list[Edit]] = defaultdict(list)
        for edit in (edit for number in numbers for edit in self._fixes[number].edits):
            edits[edit.path].append(edit)
        paths = edits.keys() if beside is None else {edit.path for edit in self._fixes[beside].edits}
        contents = {path: self._document(path).spliced(edits[path]) for path in paths}
        for path, data in contents.items():
            self._workspace.require_parsable(path, data)
        return contents

    def _document(self, path: Path) -> Document:
        if path not in self._documents:
            self._documents[path] = self._workspace.document(path)
        return self._documents[path]
