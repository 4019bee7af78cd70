"""What the change of one file makes of what was asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from lint_rules.change.alike import alike
from lint_rules.change.lines import WIDTH, changed
from lint_rules.change.places import Places, Same, places
from lint_rules.change.record import Answer, Asked, Row, answer_digest
from lint_rules.project import facts
from lint_rules.project.positions import Positions
from lint_rules.project.questions import named
from lint_rules.project.reading import decode


class Change(NamedTuple):
    """A change that makes no difference by itself."""

    places: Places | None
    """Where places went; None where nobody looked at more than the file's text."""
    askers: frozenset[int]
    """Whose work may come to something else now."""


class _Facts(msgspec.Struct, array_like=True):
    """A file's facts with as little of them read as is needed: see ``lowering.Lowered``."""

    trouble: object
    lines: bytes
    encoding: str
    ends: dict[int, int]
    module: msgspec.Raw
    bodies: dict[int, msgspec.Raw]
    begins: list[int]
    length: int

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The first and the last line of each function, in the order of the file."""
        return list(self.ends.items())

    def function(self, number: int) -> bytes:
        """What stands for the lines of a function."""
        first, last = self.spans[number]
        return self.lines[WIDTH * (first - 1) : WIDTH * last]

    def body(self, number: int) -> object:
        """The statements of a function, as lists."""
        return _plain(self.bodies[self.spans[number][0]])


_PLAIN = frozenset({"utf-8", "utf-8-sig", "iso-8859-1", "ascii"})
"""The encodings in which a byte that looks like a line feed is one, and nothing but that."""
_facts = msgspec.msgpack.Decoder(_Facts).decode
_plain = msgspec.msgpack.Decoder().decode


def change(row: Row, questions: Sequence[Asked], data: bytes, before: bytes | None, now: bytes | None) -> Change | None:
    """What a change comes to, given what was asked of the file by ``questions``, what it holds, and its facts before and now, if there are any.

    None where it may make a difference that only a check can tell. Raises msgspec's errors where the facts are damaged.
    """
    if row.whole or any((bytes.fromhex(word) in data) != held for word, held in row.held.items()):
        return None
    of_file = [each for each in row.answers if each.function is None]
    if not all(_holds(each, questions, data) for each in of_file):
        return None
    if not row.facts:
        return Change(None, frozenset()) if len(of_file) == len(row.answers) else None
    if before is None or now is None:
        return None
    return _of_facts(row, questions, data, _facts(before), _facts(now))


def _of_facts(row: Row, questions: Sequence[Asked], data: bytes, before: _Facts, now: _Facts) -> Change | None:
    if before.trouble is not None or now.trouble is not None or before.encoding != now.encoding:
        return None
    if now.encoding not in _PLAIN:
        # Elsewhere a line may be read in another way for what stands above it.
        return None
    if not (before.lines and now.lines and alike(_plain(before.module), _plain(now.module))):
        return None
    lines, spans = changed(before.lines, now.lines), now.spans
    moved = [number for number, span in enumerate(before.spans) if lines.touches(span, spans[number])]
    same = [number for number in moved if before.function(number) == now.function(number)]
    touched = sorted({*moved}.difference(same))
    askers: set[int] = set()
    for number in touched:
        if number in row.bodies and not alike(before.body(number), now.body(number)):
            askers |= set(row.bodies[number])
    text = decode(data)
    if not isinstance(text, str):
        return None
    answers, positions = [each for each in row.answers if each.function in touched], Positions(text)
    alone = [Same(before.spans[number], spans[number], before.begins[number]) for number in same]
    found = places(lines, before.length, positions, alone)
    if row.outside is not None and _outside(now.module, positions) != row.outside:
        return None
    if not _hold(answers, questions, positions, spans):
        return None
    return Change(found, frozenset(askers))


def _outside(module: bytes, positions: Positions) -> bytes | None:
    """What stands for what is outside of a file's functions."""
    from lint_rules.project.outer import functions_of, likeness, outside

    body = msgspec.msgpack.decode(module, type=facts.Module).body
    try:
        return likeness(outside(positions.text, functions_of(body)), positions)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _hold(
    answers: list[Answer], questions: Sequence[Asked], positions: Positions, spans: list[tuple[int, int]]
) -> bool:
    """Whether questions about functions are answered as they were."""
    return all(
        each.function is not None and _holds(each, questions, positions.segment(*spans[each.function]))
        for each in answers
    )


def _holds(answer: Answer, questions: Sequence[Asked], text: bytes | str) -> bool:
    """Whether a question is answered as it was."""
    name, arguments = questions[answer.question]
    question = named(name)
    return question is not None and answer_digest(question.answer(text, *arguments)) == answer.digest
