"""What was asked of the files of a check, as it is kept beside its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from lint_rules.cache.stamps import digest
from lint_rules.project.asked import Asker
from lint_rules.project.questions import Argument

if TYPE_CHECKING:
    from lint_rules.manifest.model import Manifest
    from lint_rules.project.source import Source

_encode = msgspec.msgpack.Encoder().encode
_SHORT = 8
"""Bytes that stand for an answer."""


class Asked(NamedTuple):
    """A question, by its name, and what it was about."""

    name: str
    arguments: tuple[Argument, ...]


class Answer(NamedTuple):
    """What stands for the answer to a question that was asked of a text."""

    question: int
    """Its number among all questions."""
    function: int | None
    """The number of the function whose text it is about, in the order of the file; None for a whole file."""
    digest: bytes


class Row(msgspec.Struct, array_like=True, gc=False):
    """What was asked of one file."""

    whole: bool
    """Whether nobody remembers all that was asked."""
    facts: bool
    """Whether its facts were asked for: then all but the bodies of its functions matters."""
    outside: bytes | None
    """What stands for what is outside of its functions, where that was asked for beyond its facts."""
    held: dict[str, bool]
    """Whether some words stand in it, each in hexadecimal digits."""
    bodies: dict[int, list[int]]
    """Who asked for the statements of its functions, each by its number in the file."""
    answers: list[Answer]

    def also(self, other: Row) -> Row:
        """What was asked either here or there; where both have asked the same, the answer there counts."""
        answers = {each[:2]: each for each in (*self.answers, *other.answers)}
        bodies = {
            number: sorted({*self.bodies.get(number, ()), *other.bodies.get(number, ())})
            for number in {**self.bodies, **other.bodies}
        }
        held = {**self.held, **other.held}
        outside = other.outside or self.outside
        whole, known = self.whole or other.whole, self.facts or other.facts
        return Row(whole, known, outside, held, bodies, list(answers.values()))


class Record(msgspec.Struct, array_like=True):
    """What was asked of all files that were looked into."""

    askers: list[tuple[Asker, bytes]]
    """Who asked, each with what stands for the outcome of its work; nothing stands for that of anybody else."""
    questions: list[Asked]
    manifest: msgspec.Raw
    """The manifest with its profile, see :func:`manifest_of`: to read YAML takes as long as all the rest."""
    rows: dict[int, msgspec.Raw]
    """What was asked of each file, by its number in the project."""
    spoken: dict[int, list[int]]
    """Where the outcome speaks of what may be places in sketches, see :func:`lint_rules.change.spoken.spoken`, by the file's number."""

    def row(self, number: int) -> Row | None:
        """What was asked of a file; None where it was not looked into."""
        return _row(self.rows[number]) if number in self.rows else None

    def encoded(self) -> bytes:
        """This as bytes."""
        return _encode(self)


def manifest_of(record: Record) -> Manifest:
    """The manifest of a record. Raises msgspec's errors."""
    from lint_rules.manifest.model import Manifest

    return msgspec.msgpack.decode(record.manifest, type=Manifest, dec_hook=lambda type, text: type(text))


_row = msgspec.msgpack.Decoder(Row).decode
_record = msgspec.msgpack.Decoder(Record).decode


def decoded(data: bytes) -> Record | None:
    """What was encoded; None where that is something else."""
    try:
        return _record(data)
    except msgspec.DecodeError:
        return None


def said(manifest: Manifest) -> msgspec.Raw:
    """A manifest as a record has it."""
    return msgspec.Raw(msgspec.msgpack.encode(manifest, enc_hook=str))


def recorded(
    manifest: msgspec.Raw,
    sources: Iterable[Source],
    names: Sequence[str],
    spoken: Mapping[Path, list[int]],
    before: Record | None = None,
) -> Record:
    """What was asked of some files, and what was asked ``before``.

    Args:
        manifest: what they were asked for, as :func:`said`.
        sources: files that were looked into.
        names: the paths of all files of the project, in their order.
        spoken: where the outcome speaks of what may be places in sketches, beside what it was said to ``before``.
        before: another record of the same project.
    """
    numbers = {name: number for number, name in enumerate(names)}
    recorder = _Recorder(before.askers if before is not None else (), before.questions if before is not None else ())
    rows = dict(before.rows) if before is not None else {}
    outcomes: dict[Asker, bytes] = {}
    for source in sources:
        number = numbers.get(str(source.path))
        if number is None:
            # The manifest and recipes are told apart by all that they hold.
            continue
        row, known = recorder.row(source), before.row(number) if before is not None else None
        rows[number] = msgspec.Raw(_encode(row if known is None else known.also(row)))
        outcomes = source.asking.outcomes
    told = {numbers[str(path)]: functions for path, functions in spoken.items() if str(path) in numbers}
    places = {**(before.spoken if before is not None else {}), **told}
    return Record(recorder.told_askers(outcomes), recorder.questions, manifest, rows, places)


class _Recorder:
    """Makes rows, and numbers what they speak of."""

    def __init__(self, askers: Iterable[tuple[Asker, bytes]], questions: Iterable[Asked]) -> None:
        """With those who asked before, and what."""
        self._outcomes = dict(askers)
        self._askers = {asker: number for number, asker in enumerate(self._outcomes)}
        self._questions = {each: number for number, each in enumerate(questions)}

    @property
    def questions(self) -> list[Asked]:
        """All questions, in the order of their numbers."""
        return list(self._questions)

    def told_askers(self, outcomes: Mapping[Asker, bytes]) -> list[tuple[Asker, bytes]]:
        """All askers in the order of their numbers, each with what stands for the outcome of its work."""
        known = {**self._outcomes, **outcomes}
        return [(asker, known.get(asker, b"")) for asker in self._askers]

    def row(self, source: Source) -> Row:
        """What was asked of a file."""
        asked, lines = source.asked, source.functions if source.asked.facts else []
        numbers = {line: number for number, line in enumerate(lines)}
        about = {*asked.bodies, *(posed.line for posed in asked.answers if posed.line)}
        bodies = {
            numbers[line]: sorted(map(self._asker, askers)) for line, askers in asked.bodies.items() if line in numbers
        }
        if asked.whole or source.trouble is not None or not numbers.keys() >= about:
            return Row(True, asked.facts, None, {}, bodies, [])
        held = {word.hex(): holds for word, holds in source.held.items()}
        answers = [
            Answer(
                self._question(Asked(posed.question, posed.arguments)),
                numbers[posed.line] if posed.line else None,
                answer_digest(answer),
            )
            for posed, answer in asked.answers.items()
        ]
        return Row(False, asked.facts, asked.outside, held, bodies, answers)

    def _asker(self, asker: Asker) -> int:
        return self._askers.setdefault(asker, len(self._askers))

    def _question(self, question: Asked) -> int:
        return self._questions.setdefault(question, len(self._questions))


def answer_digest(answer: object) -> bytes:
    """What stands for an answer."""
    return digest(_encode(answer))[:_SHORT]
