"""All that was measured, as one value, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.growth import Growth
from benchmarks.machine import Machine
from benchmarks.memory import Peak
from benchmarks.rounds import Series


class TreeResult(NamedTuple):
    """What was measured on one tree."""

    requirement: str
    files: int
    size: int
    series: Sequence[Series]
    peaks: Mapping[str, Peak]
    compared: int


class Results(NamedTuple):
    """What was measured, where, when and with which versions. ``growth`` is that of the first tree."""

    date: str
    machine: Machine
    versions: Mapping[str, str]
    trees: Sequence[TreeResult]
    growth: Sequence[Growth]


def to_json(results: Results) -> str:
    """Every figure, none rounded."""
    document = {
        "date": results.date,
        "machine": results.machine._asdict(),
        "versions": dict(results.versions),
        "trees": [_tree(tree) for tree in results.trees],
        "growth": [_growth(growth) for growth in results.growth],
    }
    return json.dumps(document, indent=2) + "\n"


def _tree(tree: TreeResult) -> dict[str, object]:
    return {
        "requirement": tree.requirement,
        "files": tree.files,
        "bytes": tree.size,
        "runs": [_series(each) for each in tree.series],
        "memory": {name: peak._asdict() for name, peak in tree.peaks.items()},
        "runs_with_identical_output": tree.compared,
    }


def _series(series: Series) -> dict[str, object]:
    return {**series._asdict(), "median": series.median}


def _growth(growth: Growth) -> dict[str, object]:
    return {
        "name": growth.name,
        "sizes": growth.sizes,
        "runs": [_series(each) for each in growth.series],
        "from_proportional": growth.from_proportional,
        "from_origin": growth.from_origin,
        "from_line": growth.from_line,
    }
