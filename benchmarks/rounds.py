"""Interleaved rounds: A B C, A B C, ...: what slows the machine down for a while slows all of them down."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from statistics import median
from typing import NamedTuple

from benchmarks.errors import BenchmarkError
from benchmarks.memory import Peak, peak
from benchmarks.process import Run, run
from benchmarks.subjects import Subject

_numbers = count(1)
"""No two runs of a changed file get the same text."""


class Series(NamedTuple):
    """All runs of one subject."""

    name: str
    command: str
    seconds: tuple[float, ...]
    cpu: tuple[float, ...]
    findings: int

    @property
    def median(self) -> float:
        """The time that stands in the table."""
        return median(self.seconds)


def once(subject: Subject) -> Run:
    """Run a subject in its setting."""
    with subject.setting(next(_numbers)):
        return run(subject.command)


def peak_of(subject: Subject) -> Peak:
    """The memory of a subject in its setting."""
    with subject.setting(next(_numbers)):
        return peak(subject.command)


def measure(subjects: Sequence[Subject], rounds: int, slow_rounds: int) -> list[Series]:
    """Run all subjects in turn. Raises BenchmarkError where one doesn't find the same in each round."""
    runs: dict[str, list[Run]] = {subject.name: [] for subject in subjects}
    for number in range(1, max(rounds, slow_rounds) + 1):
        for subject in subjects:
            if number <= (slow_rounds if subject.slow else rounds):
                runs[subject.name].append(once(subject))
                tell(f"round {number}: {subject.name}: {runs[subject.name][-1].seconds:.2f} s")
    return [series_of(subject, runs[subject.name]) for subject in subjects if runs[subject.name]]


def series_of(subject: Subject, runs: Sequence[Run]) -> Series:
    """Put the runs of a subject together. Raises BenchmarkError where they didn't find the same."""
    findings = {subject.count(each) for each in runs}
    if len(findings) > 1:
        raise BenchmarkError(f"{subject.name} found different numbers in different rounds: {sorted(findings)}")
    seconds, cpu = tuple(each.seconds for each in runs), tuple(each.cpu for each in runs)
    return Series(subject.name, subject.shown, seconds, cpu, findings.pop())


def tell(text: str) -> None:
    """Say on standard error how far it is."""
    print(text, file=sys.stderr, flush=True)
