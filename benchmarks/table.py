"""The figures as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchmarks.contest import Contest
from benchmarks.growth import SIZES, Line


def page(circumstances: Mapping[str, str], contests: Sequence[Contest], grown: Mapping[str, Sequence[Line]]) -> str:
    """All that was measured."""
    return "\n".join(
        [
            "; ".join(f"{name}: {value}" for name, value in circumstances.items()) + ".",
            *(line for each in contests for line in table(each)),
            *(line for title, lines in grown.items() for line in _growth(title, lines)),
            "",
        ]
    )


def table(contest: Contest) -> Iterator[str]:
    """The lines of one tree's table."""
    yield from ("", f"**{contest.title}** ({contest.files:,} files, {contest.megabytes:.0f} MB)", "")
    yield "| run | median | least to most | ratio to ruff | peak memory |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for row in contest.rows:
        least, most = row.times.spread
        memory = f"{row.memory:.0f} MiB" if row.memory is not None else "not measured"
        yield (
            f"| {row.title} | {row.times.median:.2f} s | {least:.2f} to {most:.2f} s ({len(row.times.seconds)}) "
            f"| {row.ratio:.2f} | {memory} |"
        )


def _growth(title: str, lines: Sequence[Line]) -> Iterator[str]:
    yield from ("", f"**Growth of {title}** (time, and in brackets its ratio to the proportional one)", "")
    yield "| run | " + " | ".join(f"{size}x" for size in SIZES[: len(lines[0].seconds)]) + " |"
    yield "| --- |" + " ---: |" * len(lines[0].seconds)
    for line in lines:
        cells = (f"{second:.2f} s ({factor:.2f})" for second, factor in zip(line.seconds, line.factors, strict=True))
        yield f"| {line.title} | " + " | ".join(cells) + " |"
