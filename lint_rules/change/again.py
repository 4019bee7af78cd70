"""The outcome of the last check once more, where what has changed since makes no difference but to the places in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from lint_rules.cache.kept import Before, Kept
from lint_rules.cache.outcomes import decoded, encoded
from lint_rules.cache.stamps import digest, read_file
from lint_rules.cache.store import Store
from lint_rules.change.file import Change, change
from lint_rules.change.moved import moved
from lint_rules.change.record import Asked, Record, Row
from lint_rules.change.record import decoded as record_decoded
from lint_rules.change.spoken import may_speak_of
from lint_rules.outcome import Outcome
from lint_rules.project.asked import Asker
from lint_rules.project.lowering import KIND, lower

Redraw = Callable[[Record, Sequence[Asker]], "Record | None"]
"""Does the work of some askers once more: what was asked by then; None where it comes to something else."""


class _Again(NamedTuple):
    """What is looked at once more."""

    names: Sequence[str]
    store: Store
    before: Before
    overrides: Mapping[Path, bytes]

    def changes(self, record: Record) -> Mapping[int, Change] | None:
        """What each change comes to; None where one may make a difference that only a check can tell."""
        out: dict[int, Change] = {}
        for number in self.before.changed:
            row = record.row(number)
            found = self._change(number, row, record.questions) if row is not None else None
            if found is None:
                return None
            out[number] = found
        return out

    def _change(self, number: int, row: Row, questions: Sequence[Asked]) -> Change | None:
        given = self.overrides.get(Path(self.names[number])) if self.overrides else None
        data = read_file(self.names[number])[0] if given is None else given
        expected = self.before.digest(number)
        if digest(data) != expected:
            return None
        before = self.store.read(KIND, self.before.seen.digest(number).hex()) if row.facts else None
        return change(row, questions, data, before, self._lowered(data, expected) if before is not None else None)

    def _lowered(self, data: bytes, expected: bytes) -> bytes:
        found = self.store.read(KIND, expected.hex())
        if found is None:
            found = lower(data)
            if not self.overrides:
                self.store.write(KIND, expected.hex(), found)
        return found


def again(
    kept: Kept, store: Store, names: Sequence[str], overrides: Mapping[Path, bytes], redraw: Redraw
) -> Outcome | None:
    """The outcome of the last check, where it is what a check would come to now, with its places as they are now.

    Args:
        kept: what is known of earlier runs, after it was asked for the outcome of this one and had none.
        store: where facts are kept.
        names: all Python files of the project, absolute, in their order.
        overrides: what stands in place of files.
        redraw: does the work of askers once more.

    Returns:
        The outcome; None where only a check can tell.
    """
    before = kept.before
    if before is None or before.record is None:
        return None
    try:
        record = record_decoded(before.record)
        return None if record is None else _again(kept, _Again(names, store, before, overrides), record, redraw)
    except (OSError, msgspec.MsgspecError, ValueError, TypeError, LookupError):
        # A file that went, or something on disk that holds together and is yet nonsense.
        return None


def _again(kept: Kept, task: _Again, record: Record, redraw: Redraw) -> Outcome | None:
    changes = task.changes(record)
    outcome = decoded(task.before.outcome)
    if changes is None or outcome is None:
        return None
    places = {Path(task.names[number]): each.places for number, each in changes.items() if each.places is not None}
    found = moved(outcome, places)
    if found is None:
        return None
    askers = sorted({asker for each in changes.values() for asker in each.askers})
    known = [record.askers[number] for number in askers]
    if not all(made for _, made in known):
        # Nothing stands for what the work of anybody else came to.
        return None
    if askers and may_speak_of(record, askers):
        # They may have come upon others by now.
        return None
    now = redraw(record, [asker for asker, _ in known]) if known else record
    if now is None:
        return None
    said = task.before.outcome if found == outcome else encoded(found)
    kept.keep_again(task.before, said, task.before.record if now is record else now.encoded(), now.rows)
    return found
