"""What a check asked of the files that it did not read: whether some words stand in them.

Most files of a project are only searched. Where one of these changes and the same words stand in it as before, the outcome is
what it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lint_rules.cache.stamps import SIZE, digest, read_file

_BLOCK = 64
"""Rows that are compared at once: nearly all are the same."""
_MOST = 32
"""So many changed files are looked at."""


class Seen(NamedTuple):
    """The files of one check, and what was asked of those that were only searched."""

    depends: bytes
    """What the outcome depends on, but for what the files held."""
    digests: bytes
    """What the files held, one after another."""
    words: Sequence[bytes]
    asked: Mapping[int, tuple[int, int]]
    """Which of the words a file was searched for, and which stand in it, a bit for each; nothing of a file that was read."""

    def encoded(self) -> bytes:
        """This as bytes."""
        words = [word.hex() for word in self.words]
        return json.dumps(
            [
                self.depends.hex(),
                self.digests.hex(),
                words,
                [[number, *both] for number, both in self.asked.items()],
            ]
        ).encode()

    def changed(self, depends: bytes, digests: bytes, paths: Sequence[str]) -> list[int] | None:
        """The files that hold something else now, without those that were searched and would be found to hold what they held.

        None where more has changed than can be told in less time than a check takes.
        """
        if depends != self.depends or len(digests) != len(self.digests):
            return None
        changed = [
            (number, digests[number * SIZE : (number + 1) * SIZE]) for number in differing(digests, self.digests, SIZE)
        ]
        if len(changed) > _MOST:
            return None
        return [number for number, now in changed if not self._holds_the_same(number, paths[number], now)]

    def digest(self, number: int) -> bytes:
        """What stood for what a file held."""
        return self.digests[number * SIZE : (number + 1) * SIZE]

    def _holds_the_same(self, number: int, path: str, expected: bytes) -> bool:
        if number not in self.asked:
            return False
        asked, held = self.asked[number]
        try:
            data = read_file(path)[0]
        except OSError:
            return False
        return digest(data) == expected and _bits(self.words, data) & asked == held


def differing(one: bytes, other: bytes, size: int) -> Iterator[int]:
    """The numbers of the rows, of ``size`` bytes each, in which two tables of equal length differ."""
    block = size * _BLOCK
    for begin in range(0, len(one), block):
        if one[begin : begin + block] != other[begin : begin + block]:
            for at in range(begin, min(begin + block, len(one)), size):
                if one[at : at + size] != other[at : at + size]:
                    yield at // size


def _bits(words: Sequence[bytes], data: bytes) -> int:
    """Which words stand in some bytes, a bit for each."""
    return sum((word in data) << number for number, word in enumerate(words))


def decoded(data: bytes) -> Seen | None:
    """What was encoded; None where that is something else."""
    try:
        depends, digests, words, files = json.loads(data)
        return Seen(
            bytes.fromhex(depends),
            bytes.fromhex(digests),
            [bytes.fromhex(word) for word in words],
            {int(number): (int(asked), int(held)) for number, asked, held in files},
        )
    except (ValueError, TypeError, RecursionError):
        return None
