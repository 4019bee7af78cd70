"""The results as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.budgets import promises
from benchmarks.growth import Growth
from benchmarks.memory import Peak
from benchmarks.results import Results, TreeResult
from benchmarks.rounds import Series
from benchmarks.subjects import CHANGED, COLD, RUFF, WARM

_SHORT = (RUFF, COLD, WARM)
_PEERS = ("semgrep", "fixit")


def render(results: Results) -> str:
    """The whole report."""
    parts = [_setting(results), *map(_tree, results.trees)]
    if results.growth:
        parts.append(_growth(results.growth))
    found = promises(results)
    if found:
        rows = [(each.about, each.limit, each.measured, "yes" if each.kept else "**no**") for each in found]
        parts.append("## Promises\n\n" + _table(("what", "at most", "measured", "kept"), rows))
    return "# Speed and memory\n\n" + "\n\n".join(parts) + "\n"


def render_short(results: Results) -> str:
    """What README shows: no serial runs, no spread, no commands."""
    rows = [
        (tree.requirement, series.name, *_figures(series, _ruff(tree.series))[:2], _peak(tree.peaks.get(series.name)))
        for tree in results.trees
        for series in tree.series
        if series.name in _SHORT or series.name.startswith((CHANGED, *_PEERS))
    ]
    heads = ("tree", "what", "median", "times ruff", "peak memory")
    return f"{_setting(results)}\n\n{_table(heads, rows)}"


def _setting(results: Results) -> str:
    machine = results.machine
    memory = f"{machine.memory / 2**30:.0f} GiB"
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    where = f"{machine.processor}, {machine.cores} cores, {memory}, {machine.system}, {machine.python}"
    return f"{results.date}. {where}. {versions}."


def _tree(tree: TreeResult) -> str:
    head = f"## {tree.requirement}\n\n{tree.files:,} Python files, {tree.size / 10**6:.1f} MB."
    if tree.compared:
        head += f" {tree.compared} runs with cache and without, in one process and in several, printed the same."
    ruff = _ruff(tree.series)
    heads: tuple[str, ...] = (
        "what",
        "median",
        "times ruff",
        "fastest to slowest",
        "runs",
        "CPU",
        "peak memory",
        "findings",
    )
    rows: list[tuple[str, ...]] = [
        (
            series.name,
            *_figures(series, ruff),
            f"{sorted(series.cpu)[len(series.cpu) // 2]:.2f} s",
            _peak(tree.peaks.get(series.name)),
            f"{series.findings:,}",
        )
        for series in tree.series
    ]
    if not rows:
        heads = ("what", "peak memory")
        rows = [(name, _peak(peak)) for name, peak in tree.peaks.items()]
    commands = "\n".join(f"- {series.name}: `{series.command}`" for series in tree.series)
    return "\n\n".join(part for part in (head, _table(heads, rows) if rows else "", commands) if part)


def _growth(growth: Sequence[Growth]) -> str:
    sizes = growth[0].sizes
    off = ("off the line", "off the line through the origin", f"off {sizes[0]}x in proportion")
    heads = ("what", *(f"{size}x" for size in sizes), *off)
    rows = []
    for each in growth:
        shares = (f"{share:.0%}" for share in (each.from_line, each.from_origin, each.from_proportional))
        rows.append((each.name, *(f"{time:.2f} s" for time in each.medians), *shares))
    runs = len(growth[0].series[0].seconds)
    return f"## Growth\n\nCopies of the first tree in one project; medians of {runs}.\n\n{_table(heads, rows)}"


def _ruff(series: Sequence[Series]) -> float | None:
    return next((each.median for each in series if each.name == RUFF), None)


def _figures(series: Series, ruff: float | None) -> tuple[str, str, str, str]:
    """Median, ratio, spread, and the number of runs."""
    spread = f"{min(series.seconds):.2f} to {max(series.seconds):.2f} s"
    ratio = f"{series.median / ruff:.3g}" if ruff else ""
    return f"{series.median:.2f} s", ratio, spread, str(len(series.seconds))


def _peak(peak: Peak | None) -> str:
    return f"{peak.size / 10**6:,.0f} MB" if peak is not None else ""


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
