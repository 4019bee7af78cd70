"""Fixes in rounds: what clashes waits, what a fix uncovers is fixed in turn, until nothing is left to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic, Fix
from lint_rules.fingerprint import fingerprints
from lint_rules.fixing.batch import Batch, apply
from lint_rules.fixing.workspace import Workspace
from lint_rules.project.text import Texts

LIMIT = 100
"""More rounds than this are taken for a circle."""


class Refusal(NamedTuple):
    """A fix that can't be applied, and why."""

    diagnostic: Diagnostic
    reason: str


class Rounds:
    """The rounds of one run. Between two of them, the project is judged again with the workspace's overrides."""

    def __init__(self, workspace: Workspace, unsafe: bool) -> None:
        self.fixed = 0
        """How many fixes were applied so far."""
        self.refusals: list[Refusal] = []
        """Of the findings that the last round was given, those whose fix can't be applied."""
        self.unfinished: str | None = None
        """Why no more is fixed although it could be, for a person."""
        self._workspace = workspace
        self._unsafe = unsafe
        self._reasons: dict[str, str] = {}
        self._states = {workspace.state()}
        self._rounds = 0

    def apply(self, shown: Sequence[Diagnostic]) -> bool:
        """Apply what can be applied of the findings' fixes; say whether that changed anything."""
        prints = fingerprints(shown, self._workspace.root, Texts(self._workspace.overrides).lines)
        changed = self._apply(list(zip(shown, prints, strict=True)))
        self.refusals = [
            Refusal(diagnostic, self._reasons[mark])
            for diagnostic, mark in zip(shown, prints, strict=True)
            if mark in self._reasons
        ]
        return changed

    def _apply(self, shown: Sequence[tuple[Diagnostic, str]]) -> bool:
        while waiting := self._waiting(shown):
            codes = ", ".join(sorted({diagnostic.code for diagnostic, _, _ in waiting}))
            if self._rounds == LIMIT:
                self.unfinished = f"after {LIMIT} rounds there is still something to fix: {codes}"
                return False
            batch = apply([fix for _, _, fix in waiting], self._workspace)
            self._reasons |= {waiting[number][1]: reason for number, reason in batch.refused.items()}
            if batch.applied:
                if self._keep(batch):
                    return True
                self.unfinished = f"fixes undo each other: {codes}"
                return False
        return False

    def _waiting(self, shown: Iterable[tuple[Diagnostic, str]]) -> list[tuple[Diagnostic, str, Fix]]:
        """Return what is to be tried. A fix that was refused once is not tried again, or there would be no end."""
        return [
            (diagnostic, mark, fix)
            for diagnostic, mark in shown
            if (fix := diagnostic.fix) is not None and (fix.safe or self._unsafe) and mark not in self._reasons
        ]

    def _keep(self, batch: Batch) -> bool:
        """Take the files over, unless they have been like that before."""
        before = dict(self._workspace.overrides)
        self._workspace.overrides.update(batch.contents)
        state = self._workspace.state()
        if state in self._states:
            self._workspace.overrides = before
            return False
        self._states.add(state)
        self._rounds += 1
        self.fixed += len(batch.applied)
        return True
