"""Where the places of a file went when it was changed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

from lint_rules.change.lines import Lines
from lint_rules.diagnostic import Diagnostic, Edit
from lint_rules.project.positions import Positions


class Same(NamedTuple):
    """A function whose lines are what they were."""

    before: tuple[int, int]
    """Its first and its last line in the file as it was."""
    now: tuple[int, int]
    begin: int
    """The index at which its first line began in the text as it was."""


class _Block(NamedTuple):
    """A part of a file as it was that is still there: as lines, and as what stands between two indices of its text."""

    first: int
    last: int
    shift: int
    """How many lines further down it is now."""
    begin: int
    end: int
    growth: int
    """By how much its indices are larger now."""


class Places(NamedTuple):
    """The parts of a file that a change left alone."""

    blocks: tuple[_Block, ...]

    def line(self, line: int) -> int | None:
        """Where a line is now; None where it is not as it was."""
        block = self._around(line, line)
        return None if block is None else line + block.shift

    def finding(self, each: Diagnostic) -> Diagnostic | None:
        """A finding where it is now, without its fix and its flow; None where its lines are not as they were."""
        statement = each.start.line if each.statement_line is None else each.statement_line
        block = self._around(min(statement, each.start.line), max(statement, each.end.line))
        if block is None:
            return None
        return each._replace(
            start=each.start._replace(line=each.start.line + block.shift),
            end=each.end._replace(line=each.end.line + block.shift),
            statement_line=None if each.statement_line is None else each.statement_line + block.shift,
        )

    def edit(self, edit: Edit) -> Edit | None:
        """An edit of the text as it is now; None where that is not as it was on both sides of what is edited."""
        for each in self.blocks:
            if each.begin < edit.start and edit.end < each.end:
                return edit._replace(start=edit.start + each.growth, end=edit.end + each.growth)
        return None

    def _around(self, first: int, last: int) -> _Block | None:
        return next((each for each in self.blocks if each.first <= first and last <= each.last), None)


def places(lines: Lines, length: int, now: Positions, functions: Iterable[Same]) -> Places:
    """Where the places of a file went.

    Args:
        lines: where its lines went, all in all.
        length: the length of its text as it was.
        now: its text.
        functions: those that are the same, of which some may stand between lines that are not.
    """
    growth = len(now.text) - length
    head = _Block(1, lines.kept, 0, -1, now.begin(lines.kept + 1), 0)
    rest = now.begin(lines.end + lines.shift + 1) - growth
    tail = _Block(lines.end + 1, sys.maxsize, lines.shift, rest, length + 1, growth)
    return Places((head, tail, *(_block(each, now) for each in functions)))


def _block(same: Same, now: Positions) -> _Block:
    (first, last), here = same.before, same.now
    begin, end = now.begin(here[0]), now.begin(here[1] + 1)
    return _Block(first, last, here[0] - first, same.begin, same.begin + end - begin, begin - same.begin)
