"""How time grows with the tree: one, two, four, eight copies of it in one project.

A copy is a folder ``copyN/src`` with the whole package in it. Modules keep their names, for ``src`` is no part of any, and an
import means the copy in which it stands, the nearest. Each file of each copy ends with a comment of its own: what is kept
by the hash of a file's bytes would otherwise serve all copies, and eight would cost little more than one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression
from typing import NamedTuple

from benchmarks.process import Run
from benchmarks.rounds import Series, once, series_of, tell
from benchmarks.subjects import COLD, RUFF, WARM, Subject, Tools, quick_subjects
from benchmarks.trees import Tree, configure, measured


class Growth(NamedTuple):
    """Medians of one subject over all sizes, and how far they are from a line."""

    name: str
    sizes: tuple[int, ...]
    series: tuple[Series, ...]

    @property
    def medians(self) -> tuple[float, ...]:
        """The time for each size."""
        return tuple(each.median for each in self.series)

    @property
    def points(self) -> list[tuple[int, float]]:
        """Size and time of each."""
        return list(zip(self.sizes, self.medians, strict=True))

    @property
    def from_proportional(self) -> float:
        """The largest deviation of time over size from that of the smallest, as a share of it: 0.1 is 10 %."""
        first = self.medians[0] / self.sizes[0]
        return max(abs(time / size / first - 1) for size, time in self.points)

    @property
    def from_origin(self) -> float:
        """The largest deviation from the best line through the origin, as a share of the line."""
        slope = sum(size * time for size, time in self.points) / sum(size * size for size in self.sizes)
        return max(abs(time / (slope * size) - 1) for size, time in self.points)

    @property
    def from_line(self) -> float:
        """The largest deviation from the best line, which may begin at a fixed cost: that of a process, say."""
        if len(self.sizes) < 2:
            return 0
        slope, start = linear_regression(self.sizes, self.medians)
        return max(abs(time / (slope * size + start) - 1) for size, time in self.points)


def grown(tree: Tree, work: Path, sizes: Sequence[int]) -> dict[int, Tree]:
    """Make a project for each size. A file is one inode in all of them, so that it takes its place on the disk once."""
    copies = work / "copies" / tree.pin.name
    shutil.rmtree(copies, ignore_errors=True)
    out = {}
    for size in sizes:
        root = copies / f"{size}x"
        for number in range(1, size + 1):
            name = f"copy{number}"
            known = next((copies / f"{old}x" / name for old in sizes if old < size and number <= old), None)
            if known is not None:
                shutil.copytree(known, root / name, copy_function=os.link)
            else:
                _copy(tree, root / name / "src", number)
        configure(tree.pin, root)
        out[size] = measured(tree.pin, root)
    return out


def _copy(tree: Tree, target: Path, number: int) -> None:
    for path in (tree.root / tree.pin.package).rglob("*.py"):
        copy = target / path.relative_to(tree.root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes() + f"\n# copy {number}\n".encode())


def measure_growth(trees: dict[int, Tree], tools: Tools, rounds: int) -> list[Growth]:
    """Run ruff and quantfence on all sizes in turn."""
    found = {size: quick_subjects(tree.root, tools) for size, tree in trees.items()}
    runs: dict[tuple[int, str], list[Run]] = {}
    for number in range(1, rounds + 1):
        for size, subjects in found.items():
            for subject in subjects:
                finished = once(subject)
                runs.setdefault((size, subject.name), []).append(finished)
                tell(f"growth, round {number}: {size}x: {subject.name}: {finished.seconds:.2f} s")
    return [_growth(name, found, runs) for name in (RUFF, COLD, WARM)]


def _growth(name: str, found: dict[int, list[Subject]], runs: dict[tuple[int, str], list[Run]]) -> Growth:
    own = {size: next(each for each in subjects if each.name == name) for size, subjects in found.items()}
    series = tuple(series_of(subject, runs[size, name]) for size, subject in own.items())
    return Growth(name, tuple(own), series)
