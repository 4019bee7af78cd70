"""What quantfence promises of its speed, and whether the figures keep it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.growth import Growth
from benchmarks.results import Results, TreeResult
from benchmarks.subjects import CHANGED, COLD, RUFF, WARM

_MEMORY = 300 * 10**6
_CHANGED = 0.15
_DEVIATION = 0.15


class Promise(NamedTuple):
    """A promise, what it is held against, and what was measured; texts for a person."""

    about: str
    limit: str
    measured: str
    kept: bool


def promises(results: Results) -> list[Promise]:
    """All promises for which there are figures."""
    out = [promise for tree in results.trees for promise in (*_times(tree), *_memory(tree))]
    return [*out, *_growth(results.growth)]


def _times(tree: TreeResult) -> list[Promise]:
    medians = {series.name: series.median for series in tree.series}
    if RUFF not in medians:
        return []
    ruff = medians[RUFF]
    out = [
        Promise(f"{tree.requirement}: cold", "1.0 x ruff", f"{medians[COLD] / ruff:.2f}", medians[COLD] <= ruff),
        Promise(f"{tree.requirement}: warm", "0.1 x ruff", f"{medians[WARM] / ruff:.3f}", medians[WARM] <= ruff / 10),
    ]
    limit = max(_CHANGED, 0.06 * ruff)
    for name, seconds in medians.items():
        if name.startswith(CHANGED):
            about = f"{tree.requirement}: changed: {name.removeprefix(CHANGED)}"
            out.append(Promise(about, f"{limit * 1000:.0f} ms", f"{seconds * 1000:.0f} ms", seconds <= limit))
    return out


def _memory(tree: TreeResult) -> list[Promise]:
    if COLD not in tree.peaks:
        return []
    size = tree.peaks[COLD].size
    return [Promise(f"{tree.requirement}: memory, cold", "300 MB", f"{size / 10**6:.0f} MB", size <= _MEMORY)]


def _growth(growth: Sequence[Growth]) -> list[Promise]:
    out = []
    for each in growth:
        if each.name in (COLD, WARM):
            # Of a warm run, starting is the larger part, and that does not grow.
            deviation = each.from_origin if each.name == COLD else each.from_line
            about = f"growth: {each.name}{'' if each.name == COLD else ', besides what a start costs'}"
            out.append(Promise(about, "15% off a line", f"{deviation:.0%}", deviation <= _DEVIATION))
    return out
