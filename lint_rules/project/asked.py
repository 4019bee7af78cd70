"""What a check asks of a file beyond whether some words stand in it, so that another run can tell whether a change matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from lint_rules.project.questions import Argument

Asker: TypeAlias = bytes
"""Stands for one piece of work whose outcome depends on nothing but what it asks, and can be told from another outcome."""
ANYBODY: Asker = b""
"""Stands for all other work: where its answers change, everything is found out anew."""


class Posed(NamedTuple):
    """A question that was asked of a text."""

    question: str
    arguments: tuple[Argument, ...]
    line: int
    """The line of the function whose text it is about; nought for a whole file."""


class Asked:
    """What was asked of one file."""

    __slots__ = ("answers", "bodies", "facts", "outside", "whole")

    def __init__(self) -> None:
        self.whole = False
        """Whether somebody looked at its text in a way that nobody remembers."""
        self.facts = False
        """Whether somebody asked for its facts."""
        self.outside: bytes | None = None
        """What stands for what is outside of its functions, if somebody asked for that beyond its facts."""
        self.bodies: dict[int, set[Asker]] = {}
        """Who asked for the statements of its functions, by the line of their ``def``."""
        self.answers: dict[Posed, object] = {}
        """The answers to questions about its text."""

    def told(self, number: Callable[[Asker], int]) -> Told:
        """This as plain values; ``number`` numbers who asked."""
        return Told(
            self.whole,
            self.facts,
            self.outside,
            {line: sorted(map(number, askers)) for line, askers in self.bodies.items()},
            [(posed, answer) for posed, answer in self.answers.items()],
        )

    def hear(self, told: Told, askers: Sequence[Asker]) -> None:
        """Add what somebody else asked of the file."""
        self.whole |= told.whole
        self.facts |= told.facts
        self.outside = self.outside or told.outside
        for line, numbers in told.bodies.items():
            self.bodies.setdefault(line, set()).update(askers[number] for number in numbers)
        for posed, answer in told.answers:
            self.answers.setdefault(posed, _plain(answer))


class Told(NamedTuple):
    """What was asked of one file, as plain values that go from one process to another and stay from one run to the next."""

    whole: bool
    facts: bool
    outside: bytes | None
    bodies: dict[int, list[int]]
    answers: list[tuple[Posed, object]]


def _plain(answer: object) -> object:
    """An answer as a question gave it: what was a tuple comes as a list."""
    return tuple(map(_plain, answer)) if isinstance(answer, list) else answer


class Asking:
    """Who asks now, and what came of the work of each asker."""

    __slots__ = ("current", "outcomes")

    def __init__(self) -> None:
        self.current: frozenset[Asker] = frozenset({ANYBODY})
        self.outcomes: dict[Asker, bytes] = {}
        """A digest of what each asker's work came to."""

    @contextmanager
    def by(self, asker: Asker) -> Iterator[None]:
        """Let what is asked meanwhile be asked by one asker; what is asked for anybody is so on behalf of who asked before."""
        before = self.current
        self.current = before | {ANYBODY} if asker == ANYBODY else frozenset({asker})
        try:
            yield
        finally:
            self.current = before
