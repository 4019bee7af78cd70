"""What was asked of the files of a check, as it is kept beside its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from lint_rules.cache.stamps import digest
from lint_rules.project.asked import Asker
from lint_rules.project.questions import Argument
from lint_rules.project.source import Source

_encode = msgspec.msgpack.Encoder().encode


class Answer(NamedTuple):
    """A question that was asked of a text, and what stands for its answer."""

    question: str
    arguments: tuple[Argument, ...]
    function: int | None
    """The number of the function whose text it is about, in the order of the file; None for a whole file."""
    digest: bytes


class Row(msgspec.Struct, array_like=True, gc=False):
    """What was asked of one file."""

    whole: bool
    """Whether nobody remembers all that was asked."""
    facts: bool
    """Whether its facts were asked for: then all but the bodies of its functions matters."""
    held: dict[str, bool]
    """Whether some words stand in it, each in hexadecimal digits."""
    bodies: dict[int, list[int]]
    """Who asked for the statements of its functions, each by its number in the file."""
    answers: list[Answer]

    def also(self, other: Row) -> Row:
        """What was asked either here or there; of one question, the answer there counts."""
        answers = {each[:3]: each for each in (*self.answers, *other.answers)}
        bodies = {
            number: sorted({*self.bodies.get(number, ()), *other.bodies.get(number, ())})
            for number in {**self.bodies, **other.bodies}
        }
        return Row(
            self.whole or other.whole,
            self.facts or other.facts,
            {**self.held, **other.held},
            bodies,
            list(answers.values()),
        )


class Record(msgspec.Struct, array_like=True):
    """What was asked of all files that were looked into."""

    askers: list[tuple[Asker, bytes]]
    """Who asked, each with what stands for the outcome of its work; nothing stands for that of anybody else."""
    rows: dict[int, msgspec.Raw]
    """What was asked of each file, by its number in the project."""

    def row(self, number: int) -> Row | None:
        """What was asked of a file; None where it was not looked into."""
        return _row(self.rows[number]) if number in self.rows else None

    def encoded(self) -> bytes:
        """This as bytes."""
        return _encode(self)


_row = msgspec.msgpack.Decoder(Row).decode
_record = msgspec.msgpack.Decoder(Record).decode


def decoded(data: bytes) -> Record | None:
    """What was encoded; None where that is something else."""
    try:
        return _record(data)
    except msgspec.DecodeError:
        return None


class Recorder:
    """Makes records."""

    def __init__(
        self, numbers: Mapping[str, int], outcomes: Mapping[Asker, bytes], askers: Iterable[Asker] = ()
    ) -> None:
        """``numbers`` are those of the files, by path; ``askers`` those that have a number already."""
        self._numbers = numbers
        self._outcomes = outcomes
        self._askers = {asker: number for number, asker in enumerate(askers)}

    @property
    def askers(self) -> list[tuple[Asker, bytes]]:
        """Who asked, each with what stands for the outcome."""
        return [(asker, self._outcomes.get(asker, b"")) for asker in self._askers]

    def record(self, sources: Iterable[Source]) -> Record:
        """What was asked of those of some files that were looked into."""
        rows = {
            self._numbers[str(each.path)]: msgspec.Raw(_encode(self.row(each)))
            for each in sources
            if each.is_looked_into
        }
        return Record(self.askers, rows)

    def row(self, source: Source) -> Row:
        """What was asked of a file."""
        asked, lines = source.asked, source.functions
        numbers = {line: number for number, line in enumerate(lines)}
        if asked.whole or source.trouble is not None or not numbers.keys() >= asked.bodies.keys():
            return Row(True, asked.facts, {}, {}, [])
        return Row(
            False,
            asked.facts,
            {word.hex(): held for word, held in source.held.items()},
            {numbers[line]: sorted(map(self._number, askers)) for line, askers in asked.bodies.items()},
            [
                Answer(
                    posed.question, posed.arguments, numbers[posed.line] if posed.line else None, answer_digest(answer)
                )
                for posed, answer in asked.answers.items()
            ],
        )

    def _number(self, asker: Asker) -> int:
        return self._askers.setdefault(asker, len(self._askers))


def answer_digest(answer: object) -> bytes:
    """What stands for an answer."""
    return digest(_encode(answer))[:8]
