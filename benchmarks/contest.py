"""One tree: quantfence in each state of its cache, beside its peers."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.commands import Peers, hook, quantfence
from benchmarks.corpora import Tree
from benchmarks.edits import EDITS, Edit, changed, commented
from benchmarks.memory import peak
from benchmarks.timing import Contender, Times, race

RUFF = "ruff check --no-cache --isolated"
COLD = "quantfence, cold"
WARM = "quantfence, warm"
_SLOW = 3
"""Rounds of the slow peers."""


class Row(NamedTuple):
    """What was measured of one contender."""

    title: str
    times: Times
    ratio: float
    """To ruff's median."""
    memory: float | None
    """MiB."""


class Contest(NamedTuple):
    """What was measured on one tree."""

    title: str
    files: int
    megabytes: float
    rows: list[Row]


def contest(tree: Tree, peers: Peers | None, ruff: Peers, rounds: int, say: Callable[[str], None]) -> Contest:
    """Measure all contenders on a tree; without ``peers``, none but ruff."""
    contenders = [Contender(RUFF, ruff.ruff(tree.root)), *_quantfence(tree)]
    if peers is not None:
        contenders += _slow(tree, peers)
    for each in contenders[:2]:
        # From here on the page cache holds what all of them read.
        with each.around(-1):
            each.command.run()
    times = race(contenders, rounds, say)
    rows = [
        Row(each.title, times[each.title], times[each.title].median / times[RUFF].median, _peak(each))
        for each in contenders
    ]
    files = tree.files
    return Contest(tree.corpus.title, len(files), sum(file.stat().st_size for file in files) / 1e6, rows)


def without_cache(root: Path) -> Callable[[int], AbstractContextManager[None]]:
    """See to it that nothing is kept of a tree."""

    @contextmanager
    def around(_: int) -> Iterator[None]:
        shutil.rmtree(root / ".quantfence_cache", ignore_errors=True)
        yield

    return around


def _quantfence(tree: Tree) -> list[Contender]:
    root, corpus = tree.root, tree.corpus
    check = quantfence(root)
    edits = [
        Contender(
            f"quantfence, the hook after {edit.title}", hook(root, corpus.model), _editing(tree, corpus.model, edit)
        )
        for edit in EDITS
    ]
    other = Edit("a change elsewhere", commented)
    return [
        Contender(COLD, check, without_cache(root)),
        Contender(WARM, check),
        *edits,
        Contender(
            f"quantfence, the hook after {other.title}", hook(root, corpus.other), _editing(tree, corpus.other, other)
        ),
        Contender("quantfence, one process, cold", quantfence(root, "--no-cache", workers=1)),
    ]


def _editing(tree: Tree, file: str, edit: Edit) -> Callable[[int], AbstractContextManager[None]]:
    """Change a file that the cache knows."""

    @contextmanager
    def around(number: int) -> Iterator[None]:
        quantfence(tree.root).run()
        with changed(tree.root / file, edit, number + 1000):
            yield

    return around


def _slow(tree: Tree, peers: Peers) -> list[Contender]:
    models = tree.root / tree.corpus.models
    return [
        Contender("semgrep, one pattern", peers.semgrep(tree.root), rounds=_SLOW),
        Contender("fixit, one rule, model files only", peers.fixit(models), rounds=_SLOW),
    ]


def _peak(contender: Contender) -> float | None:
    with contender.around(99):
        return peak(contender.command)
