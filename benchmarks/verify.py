"""Whether all ways to the same verdict print the same: with a cache and without, in one process and in several."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path

from benchmarks.edits import edited
from benchmarks.errors import BenchmarkError
from benchmarks.hook import hook_words
from benchmarks.process import Command, Run, run
from benchmarks.rounds import tell
from benchmarks.subjects import CACHE, Tools
from benchmarks.trees import Tree

_FORMAT = ("--output-format", "json", "--show-unresolved")
"""All that a check has to say: findings on standard output, what could not be resolved on standard error."""


def verify(tree: Tree, tools: Tools, folder: Path) -> int:
    """Compare all ways, on the tree as it is and after each change of a file, and return how many runs were compared.

    Raises BenchmarkError with the first difference; both outputs are then in ``folder``.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(tree.root / CACHE, ignore_errors=True)
    judge = _Judge(tree, tools, folder)
    judge.expect("no cache", "--no-cache")
    judge.compare("no cache, serial", "--no-cache", workers=1)
    judge.compare("no cache, four workers", "--no-cache", workers=4)
    judge.compare("cold")
    judge.compare("warm")
    judge.compare("warm, serial", workers=1)
    for number, edit in enumerate(tree.pin.edits):
        with edited(tree.root, edit, -1 - number):
            # What the hook keeps must be right for the whole project, too.
            run(Command((*hook_words(tools.quantfence.program), edit.file), tree.root, limit=tools.limit))
            judge.expect(f"{edit.kind}: no cache", "--no-cache")
            judge.compare(f"{edit.kind}: after the hook")
    judge.expect("all changes taken back: no cache", "--no-cache")
    judge.compare("all changes taken back")
    return judge.runs


class _Judge:
    """Holds each run against the last one that was expected to be right."""

    def __init__(self, tree: Tree, tools: Tools, folder: Path) -> None:
        self.runs = 0
        self._tree = tree
        self._tools = tools
        self._folder = folder
        self._expected: Run | None = None
        self._known_as = ""

    def expect(self, name: str, *options: str) -> None:
        """Run, and hold what follows against this."""
        self._expected = self._run(name, options, {})
        self._known_as = name

    def compare(self, name: str, *options: str, workers: int | None = None) -> None:
        """Run, and raise BenchmarkError where it doesn't print the same and end with the same code."""
        found = self._run(name, options, {} if workers is None else {"QUANTFENCE_WORKERS": str(workers)})
        expected = self._expected
        assert expected is not None
        if (found.code, found.out, found.err) != (expected.code, expected.out, expected.err):
            raise BenchmarkError(self._difference(name, expected, found))

    def _run(self, name: str, options: tuple[str, ...], variables: Mapping[str, str]) -> Run:
        words = (self._tools.quantfence.program, "check", *_FORMAT, *options)
        finished = run(Command(words, self._tree.root, variables, limit=self._tools.limit))
        self.runs += 1
        tell(f"verify: {name}: {finished.seconds:.2f} s")
        return finished

    def _difference(self, name: str, expected: Run, found: Run) -> str:
        self._folder.mkdir(parents=True, exist_ok=True)
        for kind, each in (("expected", expected), ("found", found)):
            (self._folder / f"{kind}.json").write_text(each.out, encoding="utf-8")
            (self._folder / f"{kind}.err").write_text(each.err, encoding="utf-8")
        where = first_difference(expected.out, found.out) or first_difference(expected.err, found.err)
        codes = f"exit codes {expected.code} and {found.code}"
        return (
            f"{self._tree.pin.name}: `{name}` does not print what `{self._known_as}` prints ({codes})\n"
            f"{where}\nBoth are in {self._folder}"
        )


def first_difference(expected: str, found: str) -> str:
    """The first line that differs, in both texts; empty where none does."""
    for number, (one, other) in enumerate(zip_longest(expected.splitlines(), found.splitlines()), 1):
        if one != other:
            return (
                f"line {number}:\n- {one if one is not None else '(end)'}\n+ {other if other is not None else '(end)'}"
            )
    return ""
