"""How the time grows with the tree: 1, 2, 4 and 8 copies of it in one project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.commands import Peers, quantfence
from benchmarks.contest import COLD, RUFF, WARM, without_cache
from benchmarks.corpora import Tree, copies
from benchmarks.timing import Contender, race

SIZES = (1, 2, 4, 8)


class Line(NamedTuple):
    """The medians of one contender, one for each size."""

    title: str
    seconds: tuple[float, ...]

    @property
    def factors(self) -> tuple[float, ...]:
        """By how much the time of each size differs from the proportional one: 1.0 is linear."""
        return tuple(
            second / (self.seconds[0] * size / SIZES[0]) for second, size in zip(self.seconds, SIZES, strict=False)
        )


def growth(
    tree: Tree, ruff: Peers, work: Path, rounds: int, say: Callable[[str], None], sizes: Sequence[int] = SIZES
) -> list[Line]:
    """Measure a tree's copies, all sizes in each round."""
    contenders: list[Contender] = []
    for size in sizes:
        root = copies(tree, size, work)
        check = quantfence(root)
        contenders += [
            Contender(f"{RUFF} {size}x", ruff.ruff(root)),
            Contender(f"{COLD} {size}x", check, without_cache(root)),
            Contender(f"{WARM} {size}x", check),
        ]
    times = race(contenders, rounds, say)
    return [Line(title, tuple(times[f"{title} {size}x"].median for size in sizes)) for title in (RUFF, COLD, WARM)]
