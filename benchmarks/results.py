"""All that was measured, as one value, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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


def from_json(text: str) -> Results:
    """What :func:`to_json` wrote. Raises ValueError, KeyError or TypeError where that is something else."""
    document = json.loads(text)
    return Results(
        document["date"],
        Machine(**document["machine"]),
        document["versions"],
        [_read_tree(each) for each in document["trees"]],
        [Growth(each["name"], tuple(each["sizes"]), _read_series(each["runs"])) for each in document["growth"]],
    )


def together(results: Results, earlier: Results) -> Results:
    """Some results, with what they lack of earlier ones of the same tools on such a machine: one sitting is short for all."""
    now, then = results.machine, earlier.machine
    if results.versions != earlier.versions or now._replace(load=0, memory=0) != then._replace(load=0, memory=0):
        return results
    measured = {tree.requirement: tree for tree in (*earlier.trees, *results.trees) if tree.series}
    verified = {tree.requirement: tree.compared for tree in (*earlier.trees, *results.trees) if tree.compared}
    known = {tree.requirement: tree for tree in (*earlier.trees, *results.trees)}
    trees = [measured.get(name, tree)._replace(compared=verified.get(name, 0)) for name, tree in known.items()]
    return results._replace(trees=trees, growth=results.growth or earlier.growth)


def _read_tree(tree: dict[str, Any]) -> TreeResult:
    return TreeResult(
        tree["requirement"],
        tree["files"],
        tree["bytes"],
        _read_series(tree["runs"]),
        {name: Peak(**peak) for name, peak in tree["memory"].items()},
        tree["runs_with_identical_output"],
    )


def _read_series(runs: Sequence[dict[str, Any]]) -> tuple[Series, ...]:
    return tuple(
        Series(run["name"], run["command"], tuple(run["seconds"]), tuple(run["cpu"]), run["findings"]) for run in runs
    )


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
