"""What is measured on a tree: a command, the state in which it finds the tree, and how many findings it prints."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.edits import edited
from benchmarks.environments import Tool
from benchmarks.errors import BenchmarkError
from benchmarks.hook import hook_words
from benchmarks.pins import HERE, REPOSITORY, Edit
from benchmarks.process import Command, Run, run, shown_words
from benchmarks.trees import Tree

CACHE = ".quantfence_cache"
RUFF, COLD, WARM = "ruff", "quantfence, cold", "quantfence, warm"
CHANGED = "quantfence, changed: "

Setting = Callable[[int], AbstractContextManager[None]]
"""Brings a tree into the state that a run is about, and back; takes the round's number. Its time is nobody's."""


class Subject(NamedTuple):
    """One line of the table."""

    name: str
    command: Command
    count: Callable[[Run], int]
    setting: Setting = lambda number: nullcontext()
    slow: bool = False

    @property
    def shown(self) -> str:
        """The command without this machine's folders."""
        variables = [f"{name}={value}" for name, value in self.command.variables.items() if name in _SHOWN]
        return " ".join([*variables, shown_words(self.command.words)]).replace(f"{REPOSITORY}/", "")


_SHOWN = ("QUANTFENCE_WORKERS",)


class Tools(NamedTuple):
    """The installed tools, and the limit for one run of any of them."""

    quantfence: Tool
    ruff: Tool
    semgrep: Tool
    fixit: Tool
    limit: float


def subjects(tree: Tree, tools: Tools) -> list[Subject]:
    """All that is measured on a tree, in the order of the table: ruff first, the slow ones last."""
    changed = [_changed(tree, edit, tools) for edit in tree.pin.edits]
    return [*quick_subjects(tree.root, tools), *_uncached(tree, tools), *changed, *_slow(tree, tools)]


def quick_subjects(root: Path, tools: Tools) -> list[Subject]:
    """ruff, and quantfence cold and warm."""
    check = partial(Command, folder=root, limit=tools.limit)
    own = check((tools.quantfence.program, "check"))
    return [
        Subject(RUFF, check((tools.ruff.program, "check", "--no-cache", "--isolated")), printed_number),
        Subject(COLD, own, printed_number, partial(_cold, root)),
        Subject(WARM, own, printed_number, partial(_warm, own)),
    ]


def _uncached(tree: Tree, tools: Tools) -> list[Subject]:
    check = partial(Command, (tools.quantfence.program, "check", "--no-cache"), tree.root, limit=tools.limit)
    serial = {"QUANTFENCE_WORKERS": "1"}
    return [
        Subject("quantfence, no cache", check(), printed_number),
        Subject("quantfence, no cache, serial", check(variables=serial), printed_number),
    ]


def _changed(tree: Tree, edit: Edit, tools: Tools) -> Subject:
    hook = Command((*hook_words(tools.quantfence.program), edit.file), tree.root, limit=tools.limit)
    whole = Command((tools.quantfence.program, "check"), tree.root, limit=tools.limit)
    return Subject(CHANGED + edit.kind, hook, printed_number, partial(changed, tree.root, edit, whole))


def _slow(tree: Tree, tools: Tools) -> list[Subject]:
    # Offline, no part of the tree left out, and nothing written beside the tree or into anybody's home.
    options = ("--metrics", "off", "--disable-version-check", "--no-git-ignore", "--max-target-bytes", "0")
    rule = ("--x-ignore-semgrepignore-files", "--config", str(HERE / "peers/semgrep.yaml"))
    scan = (tools.semgrep.program, "scan", *options, *rule, "--quiet", "--json", ".")
    state = {"SEMGREP_SETTINGS_FILE": str(tools.semgrep.folder / "settings.yml")}
    state["SEMGREP_LOG_FILE"] = str(tools.semgrep.folder / "semgrep.log")
    # It finds its Python part by this.
    state["PATH"] = f"{tools.semgrep.folder / 'bin'}:/usr/local/bin:/usr/bin:/bin"
    lint = (tools.fixit.program, "--rules", "unnamed_layer", "lint", tree.pin.models)
    found = {"PYTHONPATH": str(HERE / "peers"), "PYTHONDONTWRITEBYTECODE": "1"}
    return [
        Subject("semgrep, one pattern", Command(scan, tree.root, state, limit=tools.limit), json_number, slow=True),
        Subject("fixit, one rule, models", Command(lint, tree.root, found, limit=tools.limit), fixit_number, slow=True),
    ]


@contextmanager
def _cold(root: Path, number: int) -> Iterator[None]:
    shutil.rmtree(root / CACHE, ignore_errors=True)
    yield
    if not (root / CACHE).is_dir():
        raise BenchmarkError(f"a cold run left no {CACHE}: what is called warm would not be")


@contextmanager
def _warm(check: Command, number: int) -> Iterator[None]:
    run(check)
    yield


@contextmanager
def changed(root: Path, edit: Edit, check: Command, number: int) -> Iterator[None]:
    """A tree that was checked as a whole, in which one file was changed since."""
    run(check)
    with edited(root, edit, number):
        yield


_NUMBER = re.compile(r"^Found (\d+) (?:errors?|problems?)\b", re.MULTILINE)


def printed_number(finished: Run) -> int:
    """What ruff and quantfence say at their end."""
    found = _NUMBER.findall(finished.out)
    return int(found[-1]) if found else 0


def json_number(finished: Run) -> int:
    """How many results semgrep's JSON has."""
    document: Mapping[str, list[object]] = json.loads(finished.out)
    return len(document["results"])


def fixit_number(finished: Run) -> int:
    """How many lines of fixit's are findings of the rule."""
    return len(re.findall(r"@\d+:\d+ UnnamedLayer:", finished.out))
