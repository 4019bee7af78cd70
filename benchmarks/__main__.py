"""``python -m benchmarks``: measure, and write the table, the picture and the raw figures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.agreement import disagreements
from benchmarks.commands import Peers
from benchmarks.contest import Contest, contest
from benchmarks.corpora import CORPORA, unpacked
from benchmarks.growth import Line, growth
from benchmarks.machine import circumstances
from benchmarks.picture import picture
from benchmarks.table import page


def main() -> int:
    """Measure what the command line asks for; 1 where two ways to run print different things."""
    options = _options()
    work = options.work.expanduser().resolve()
    peers = Peers(work)
    contests: list[Contest] = []
    grown: dict[str, list[Line]] = {}
    differing = 0
    for name in options.packages:
        tree = unpacked(CORPORA[name], work, options.wheels)
        if not options.no_agreement:
            for way in disagreements(tree):
                differing += 1
                print(
                    f"{tree.corpus.title}: {way} does not print what an uncached run in one process prints",
                    file=sys.stderr,
                )
        contests.append(contest(tree, None if options.ruff_only else peers, peers, options.rounds, _say))
        if options.growth:
            grown[tree.corpus.title] = growth(tree, peers, work, options.rounds, _say)
    told = circumstances(peers, not options.ruff_only)
    options.output.mkdir(parents=True, exist_ok=True)
    text = page(told, contests, grown)
    (options.output / "table.md").write_text(text)
    raw = {"circumstances": told, "contests": contests, "growth": grown}
    (options.output / "figures.json").write_text(json.dumps(raw, indent=1, default=list) + "\n")
    for title, lines in grown.items():
        (options.output / f"growth-{title.replace(' ', '-')}.svg").write_text(picture(title, lines))
    print(text)
    return 1 if differing else 0


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "packages", nargs="*", default=["sglang", "vllm", "lmdeploy"], help="which to measure", metavar="PACKAGE"
    )
    parser.add_argument(
        "--work", type=Path, default=Path("~/.cache/quantfence-benchmarks"), help="where trees and peers are kept"
    )
    parser.add_argument("--wheels", type=Path, help="a folder of wheels to take before any is fetched")
    parser.add_argument("--output", type=Path, default=Path("benchmarks/results"), help="where the table goes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="measure 1, 2, 4 and 8 copies of each tree, too")
    parser.add_argument("--ruff-only", action="store_true", help="leave the slow peers out")
    parser.add_argument("--no-agreement", action="store_true", help="do not compare what the ways to run print")
    options = parser.parse_args()
    for name in options.packages:
        if name not in CORPORA:
            parser.error(f"{name} is none of {', '.join(CORPORA)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
