"""Where the lines of a file went when it was changed in one place."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

WIDTH = 4
"""The bytes that stand for a line."""


class Lines(NamedTuple):
    """The lines that a change left alone: so many at the begin, and all behind another line. Lines count from 1."""

    kept: int
    """The last line of the begin that is as it was."""
    end: int
    """The last line that is not as it was, as the file was."""
    shift: int
    """How many lines further down the rest is now."""

    def moved(self, line: int) -> int | None:
        """Where a line of the file as it was is now; None where it is not as it was."""
        if line <= self.kept:
            return line
        return line + self.shift if line > self.end else None

    def touches(self, before: tuple[int, int], now: tuple[int, int]) -> bool:
        """Whether some lines of the file as it was, from the first to the last, are not just these of the file as it is."""
        (first, last), here = before, now
        if last <= self.kept:
            return here != before
        return first <= self.end or here != (first + self.shift, last + self.shift)


def changed(before: bytes, now: bytes) -> Lines:
    """Where lines went, told from what stands for each of them: see ``lowering.Lowered.lines``."""
    return between(array("I", before), array("I", now))


def between(old: Sequence[object], new: Sequence[object]) -> Lines:
    """Where the items of a sequence went, counted from 1: those at its begin and at its end, as far as both are the same."""
    most = min(len(old), len(new))
    kept = next((at for at in range(most) if old[at] != new[at]), most)
    tail = next((at for at in range(most - kept) if old[-1 - at] != new[-1 - at]), most - kept)
    return Lines(kept, len(old) - tail, len(new) - len(old))
