"""The command line of the benchmarks."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.pins import REPOSITORY, pins

PARTS = ("time", "memory", "growth", "verify")
DEFAULT_TREES = ("sglang", "vllm", "transformers", "lmdeploy")


class Options(NamedTuple):
    """What to measure, how often, and where things are kept."""

    trees: tuple[str, ...]
    parts: frozenset[str]
    rounds: int
    slow_rounds: int
    sizes: tuple[int, ...]
    work: Path
    wheels: Path | None
    latest: bool
    limit: float
    publish: bool


def parse(arguments: Sequence[str] | None = None) -> Options:
    """Read the command line; ends the process where it is wrong."""
    parser = _parser()
    given = parser.parse_args(arguments)
    quick = given.quick
    work = given.work.expanduser().resolve()
    if work.is_relative_to(REPOSITORY):
        parser.error("--work must lie outside the repository: what is measured must be nobody's project but its own")
    return Options(
        trees=tuple(given.trees or (("lmdeploy",) if quick else DEFAULT_TREES)),
        parts=frozenset(given.parts or PARTS),
        rounds=given.rounds or (1 if quick else 5),
        slow_rounds=given.slow_rounds or (1 if quick else 2),
        sizes=(1, 2) if quick else (1, 2, 4, 8),
        work=work,
        wheels=given.wheels.expanduser().resolve() if given.wheels else None,
        latest=given.latest_peers,
        limit=given.limit,
        publish=given.publish,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure quantfence beside ruff, semgrep and fixit on released engines.",
    )
    parser.add_argument("--quick", action="store_true", help="one small tree, one round, sizes 1x and 2x")
    parser.add_argument(
        "--trees", nargs="+", choices=sorted(pins()), metavar="NAME", help=f"(default: {' '.join(DEFAULT_TREES)})"
    )
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS, metavar="PART", help=f"what to do (default: {' '.join(PARTS)})"
    )
    parser.add_argument("--rounds", type=_positive, metavar="N", help="(default: 5)")
    parser.add_argument("--slow-rounds", type=_positive, metavar="N", help="for semgrep and fixit (default: 2)")
    parser.add_argument(
        "--work", type=Path, metavar="DIR", default=_cache(), help="where trees and environments are kept"
    )
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="a folder with wheels that need not be fetched")
    parser.add_argument("--latest-peers", action="store_true", help="the newest peers, not the pinned ones")
    parser.add_argument("--limit", type=float, metavar="SECONDS", default=900, help="for one run (default: 900)")
    parser.add_argument(
        "--publish", action="store_true", help="write the results into benchmarks/results and README.md, too"
    )
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "quantfence-benchmarks"
