"""``python -m benchmarks``: fetch, install, measure, verify, write the table."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import datetime, timezone

from benchmarks import environments
from benchmarks.errors import BenchmarkError
from benchmarks.growth import Growth, grown, measure_growth
from benchmarks.machine import machine
from benchmarks.memory import Peak
from benchmarks.options import Options, parse
from benchmarks.pins import pins
from benchmarks.publish import publish, write
from benchmarks.results import Results, TreeResult
from benchmarks.rounds import Series, measure, once, peak_of, tell
from benchmarks.subjects import Subject, Tools, subjects
from benchmarks.table import render
from benchmarks.trees import Tree, tree
from benchmarks.verify import verify


def main() -> int:
    """Run the benchmark and return its exit code: 0, or 2 where something is missing or not as it must be."""
    options = parse()
    try:
        results = _measured(options)
        write(results, options.work / "results")
        if options.publish:
            publish(results)
    except BenchmarkError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    print(render(results), end="")
    return 0


def _measured(options: Options) -> Results:
    here = machine()
    if here.load > here.cores / 4:
        tell(f"warning: this machine is busy (load {here.load}); only ratios mean something, and not much")
    options.work.mkdir(parents=True, exist_ok=True)
    trees = [tree(pins()[name], options.work, options.wheels) for name in options.trees]
    installed = {
        "quantfence": environments.quantfence(options.work),
        **environments.peers(options.work, options.latest),
    }
    versions = {name: tool.version for name, tool in installed.items()}
    for name, version in versions.items():
        tell(f"{name} {version}")
    tools = Tools(**installed, limit=options.limit)
    found = [_tree(each, tools, options) for each in trees]
    growth = _growth(trees[0], tools, options) if "growth" in options.parts else []
    return Results(datetime.now(timezone.utc).strftime("%Y-%m-%d"), here, versions, found, growth)


def _tree(tree: Tree, tools: Tools, options: Options) -> TreeResult:
    tell(f"\n{tree.pin.requirement}: {tree.files} files, {tree.size / 10**6:.1f} MB")
    compared = verify(tree, tools, options.work / "differences" / tree.pin.name) if "verify" in options.parts else 0
    measured = subjects(tree, tools)
    peaks: Mapping[str, Peak] = {}
    if "memory" in options.parts:
        peaks = {subject.name: _told(subject) for subject in measured}
    elif "time" in options.parts:
        _warm_up(measured)
    series: list[Series] = []
    if "time" in options.parts:
        series = measure(measured, options.rounds, options.slow_rounds)
    return TreeResult(tree.pin.requirement, tree.files, tree.size, series, peaks, compared)


def _told(subject: Subject) -> Peak:
    found = peak_of(subject)
    tell(f"memory: {subject.name}: {found.size / 10**6:.0f} MB {found.kind} in {found.processes} processes")
    return found


def _warm_up(measured: list[Subject]) -> None:
    """Run everything once, so that the first round finds programs and files where later ones do. Memory's runs do so, too."""
    for subject in measured:
        finished = once(subject)
        tell(f"warm-up: {subject.name}: {finished.seconds:.2f} s")


def _growth(tree: Tree, tools: Tools, options: Options) -> list[Growth]:
    tell(f"\ncopies of {tree.pin.requirement}")
    return measure_growth(grown(tree, options.work, options.sizes), tools, options.rounds)


sys.exit(main())
