"""Times of whole processes, taken in turns, so that what else the machine does falls on all alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from statistics import median
from typing import NamedTuple

from benchmarks.commands import Command


class Contender(NamedTuple):
    """Something that is timed."""

    title: str
    command: Command
    around: Callable[[int], AbstractContextManager[None]] = lambda _: nullcontext()
    """What is prepared before the round of this number, and undone afterwards; its time does not count."""
    rounds: int | None = None
    """So many rounds are enough for it, however many there are."""


class Times(NamedTuple):
    """Seconds, one for each round."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """Their median."""
        return median(self.seconds)

    @property
    def spread(self) -> tuple[float, float]:
        """The least and the most."""
        return min(self.seconds), max(self.seconds)


def race(contenders: Sequence[Contender], rounds: int, say: Callable[[str], None]) -> dict[str, Times]:
    """Time each contender once a round. What a first round takes that is not timed, the page cache, is the same for all."""
    seconds: dict[str, list[float]] = {each.title: [] for each in contenders}
    for number in range(rounds):
        for each in contenders:
            if each.rounds is not None and number >= each.rounds:
                continue
            with each.around(number):
                began = time.perf_counter()
                each.command.run()
                took = time.perf_counter() - began
            seconds[each.title].append(took)
            say(f"{number + 1}/{rounds} {each.title}: {took:.2f} s")
    return {title: Times(tuple(found)) for title, found in seconds.items()}
