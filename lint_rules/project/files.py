"""Which files a project consists of: found below its root, without what git ignores, tools built or others installed.

No link is ever followed. One that leads out of the root must not be, and what one inside the root leads to is in the project
already, under its own name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from lint_rules.project.globs import Globs

SKIPPED = frozenset(
    {
        *(".git", ".hg", ".svn"),
        *(".tox", ".nox", ".venv", "site-packages", "node_modules"),
        *("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".quantfence_cache"),
    }
)
"""Folders that hold no source of the project."""
BUILT = frozenset({"build", "dist"})
"""Folders that hold no source unless they are packages: ``build`` is a good name for a module, too."""


class Problem(NamedTuple):
    """A folder or file that could not be read, and why."""

    path: Path
    message: str


class Found:
    """The Python files, absolute and sorted as paths are, and what could not be read on the way to them."""

    def __init__(self, names: Sequence[str], problems: Sequence[Problem] = ()) -> None:
        self.names = names
        self.problems = problems

    @cached_property
    def files(self) -> list[Path]:
        """The files as paths, which take longer to make than their names take to find."""
        return [Path(name) for name in self.names]

    def adding(self, name: str) -> Found:
        """The same with one more file, unless it is there already."""
        return self if name in self.names else Found(in_order([*self.names, name]), self.problems)


def in_order(names: Iterable[str]) -> list[str]:
    """Sort names of files as paths are sorted: folder by folder."""
    return sorted(names, key=lambda name: name.replace(os.sep, "\0"))


class _Level(NamedTuple):
    """A ``.gitignore`` and the folder that holds it, with ``/`` at the end."""

    base: str
    globs: Globs


def project_files(root: Path, exclude: Sequence[str] = (), named: Sequence[Path] = ()) -> Found:
    """Find all Python files of a project.

    ``root`` and ``named`` are absolute and hold no links. ``exclude`` are patterns as in ``.gitignore``, relative to the root.
    ``named`` are files and folders that a person asked for: these are in, whatever excludes them.
    """
    walk = _Walk(str(root), Globs(exclude))
    walk.start(str(root))
    for path in map(str, named):
        if os.path.isdir(path):
            if path not in walk.folders:
                walk.start(path)
        elif os.path.isfile(path) and _is_python(path):
            walk.files.add(path)
    return Found(in_order(walk.files), list(walk.problems))


class _Walk:
    """One pass over folders; gathers files, the folders seen, and problems."""

    def __init__(self, root: str, exclude: Globs) -> None:
        self.files: set[str] = set()
        self.folders: set[str] = set()
        self.problems: dict[Problem, None] = {}
        self._root = _with_slash(root)
        self._exclude = exclude if exclude else None

    def start(self, folder: str) -> None:
        """Walk ``folder`` and all below it, whatever excludes the folder itself."""
        pending = self._visit(folder, self._inherited(folder), asked_for=True)
        while pending:
            pending += self._visit(*pending.pop())

    def _visit(self, folder: str, levels: list[_Level], asked_for: bool = False) -> list[tuple[str, list[_Level]]]:
        """Take the files of one folder and return the folders to go on with."""
        try:
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError as error:
            self._problem(folder, error)
            return []
        names = {entry.name for entry in listed}
        if "pyvenv.cfg" in names and not asked_for:
            return []
        self.folders.add(folder)
        if ".gitignore" in names:
            levels = [*self._read_level(folder), *levels]
        below = []
        for entry in listed:
            if entry.name.endswith(".py") and entry.is_file(follow_symlinks=False):
                if not self._left_out(entry, levels, folder=False):
                    self.files.add(entry.path)
            elif entry.is_dir(follow_symlinks=False) and not self._left_out(entry, levels, folder=True):
                below.append((entry.path, levels))
        return below

    def _left_out(self, entry: os.DirEntry[str], levels: list[_Level], folder: bool) -> bool:
        path = entry.path
        excluded = self._exclude.verdict(_slashed(path[len(self._root) :]), folder) if self._exclude else None
        if excluded is not None:
            return excluded
        if folder and _holds_no_source(entry.name, path):
            return True
        return bool(levels) and _ignored(path, levels, folder)

    def _read_level(self, folder: str) -> list[_Level]:
        path = os.path.join(folder, ".gitignore")
        if os.path.islink(path) or not os.path.isfile(path):
            return []
        try:
            with open(path, encoding="utf-8-sig", errors="surrogateescape") as lines:
                return [_Level(_with_slash(folder), Globs(lines))]
        except OSError as error:
            self._problem(path, error)
            return []

    def _inherited(self, folder: str) -> list[_Level]:
        """Read the ``.gitignore`` files above ``folder`` that git would read, the nearest first.

        They go unheard where they ignore the folder itself: it was asked for.
        """
        levels: list[_Level] = []
        above = Path(folder)
        while not (above / ".git").exists():
            above = above.parent
            if above == above.parent:
                return []
            levels += self._read_level(str(above))
        if any(_ignored(str(path), levels, folder=True) for path in (Path(folder), *Path(folder).parents)):
            return []
        return levels

    def _problem(self, path: str, error: OSError) -> None:
        self.problems[Problem(Path(path), error.strerror or str(error))] = None


def _ignored(path: str, levels: list[_Level], folder: bool) -> bool:
    """Say whether git ignores ``path``: the nearest ``.gitignore`` that says anything decides."""
    for level in levels:
        if path.startswith(level.base):
            verdict = level.globs.verdict(_slashed(path[len(level.base) :]), folder)
            if verdict is not None:
                return verdict
    return False


def _holds_no_source(name: str, folder: str) -> bool:
    if name in BUILT:
        return not os.path.exists(os.path.join(folder, "__init__.py"))
    return name in SKIPPED or name.endswith(".egg-info")


def _is_python(path: str) -> bool:
    """Say whether a file that a person named is Python: by its suffix, or a script by its first line."""
    if path.endswith(".py"):
        return True
    if os.path.splitext(path)[1]:
        return False
    try:
        with open(path, "rb") as handle:
            first = handle.readline(200)
    except OSError:
        return False
    return first.startswith(b"#!") and b"python" in first


def _with_slash(folder: str) -> str:
    return folder if folder.endswith(os.sep) else folder + os.sep


def _slashed(path: str) -> str:
    return path if os.sep == "/" else path.replace(os.sep, "/")
