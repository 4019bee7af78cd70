"""Where results go: a folder of the user's, and where asked for the repository's own."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from benchmarks.chart import chart
from benchmarks.errors import BenchmarkError
from benchmarks.pins import HERE, REPOSITORY
from benchmarks.results import Results, from_json, to_json, together
from benchmarks.table import render, render_short

_BEGIN, _END = "<!-- benchmarks: begin -->\n", "<!-- benchmarks: end -->\n"


def write(results: Results, folder: Path) -> None:
    """Write table, figures and picture."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.md").write_text(render(results), encoding="utf-8")
    (folder / "results.json").write_text(to_json(results), encoding="utf-8")
    if results.growth:
        title = f"Time for copies of {results.trees[0].requirement} in one project"
        (folder / "growth.svg").write_text(chart(results.growth, title), encoding="utf-8")


def publish(results: Results) -> None:
    """Write into benchmarks/results, and the short table into README; what earlier runs of the same tools found stays."""
    folder = HERE / "results"
    # There may be none, or one of another time.
    with suppress(OSError, ValueError, KeyError, TypeError):
        results = together(results, from_json((folder / "results.json").read_text(encoding="utf-8")))
    write(results, folder)
    readme = REPOSITORY / "README.md"
    readme.write_text(replaced(readme.read_text(encoding="utf-8"), render_short(results)), encoding="utf-8")


def replaced(text: str, block: str) -> str:
    """A text with what stands between the two marks replaced. Raises BenchmarkError where they are not there once."""
    if text.count(_BEGIN) != 1 or text.count(_END) != 1:
        raise BenchmarkError(f"README.md must hold {_BEGIN.strip()} and {_END.strip()} once")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{block}\n\n{_END}{after}"
