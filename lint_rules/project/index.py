"""Which file a module's name means, told from the paths of a project's files alone."""

from __future__ import annotations

import os
from collections.abc import Iterable

_ROOT_FOLDERS = frozenset({"src", "lib", "python"})


class Index:
    """The files of a project as modules. Paths are texts, absolute, without links: of these there are thousands."""

    def __init__(self, root: str, paths: Iterable[str]) -> None:
        self._root = root.rstrip(os.sep)
        self._paths = dict.fromkeys(paths)
        self._packages: set[str] = set()
        """The folders that are packages."""
        self._by_last: dict[str, list[str]] = {}
        """Files by the last component of their modules' names."""
        self._by_name: dict[str, list[str]] = {}
        self._split: dict[str, tuple[str, ...]] = {}
        for path in self._paths:
            folder, _, last = path.rpartition(os.sep)
            stem = last.rpartition(".")[0] or last
            if stem == "__init__":
                self._packages.add(folder)
                stem = folder.rpartition(os.sep)[2] if folder != self._root else ""
            self._by_last.setdefault(stem, []).append(path)

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    def _parts(self, path: str) -> tuple[str, ...]:
        """A file's folders below the root, and the name of its module."""
        if path not in self._split:
            *folders, last = path[len(self._root) + 1 :].split(os.sep)
            stem = last.rpartition(".")[0] or last
            self._split[path] = (*folders, stem) if stem != "__init__" else tuple(folders)
        return self._split[path]

    def _is_package(self, parts: tuple[str, ...]) -> bool:
        return os.sep.join((self._root, *parts)) in self._packages

    def name(self, path: str) -> str:
        """The full name of the module that a file is."""
        parts = self._parts(path)
        return ".".join(parts[self._root_length(parts) :])

    def _root_length(self, parts: tuple[str, ...]) -> int:
        """How many leading folders are no packages, so that they are no part of the module's name."""
        length = len(parts) - 1
        while length > 0 and self._is_package(parts[:length]):
            length -= 1
        namespace = length
        # A folder without `__init__.py` may still be a namespace package; `src` and its kin never are.
        while namespace > 0 and parts[namespace - 1] not in _ROOT_FOLDERS:
            namespace -= 1
        return namespace

    def choose(self, name: str, importer: str | None) -> str | None:
        """The file that an absolute name of a module means: of several, the one that is nearest to the importer."""
        length = name.count(".") + 1 if name else 0
        best: tuple[int, int, list[str]] | None = None
        found: str | None = None
        for path in self._called(name):
            parts = self._parts(path)
            above = parts[: len(parts) - length]
            if above and self._is_package(above):
                continue
            near = 0
            if importer is not None:
                for mine, theirs in zip(self._parts(importer), parts, strict=False):
                    if mine != theirs:
                        break
                    near += 1
            rank = (-near, len(above), path.split(os.sep))
            if best is None or rank < best:
                best, found = rank, path
        return found

    def _called(self, name: str) -> list[str]:
        """The files whose modules have a name that ends so."""
        if name not in self._by_name:
            parts = tuple(name.split(".")) if name else ()
            among = self._by_last.get(parts[-1] if parts else "", ())
            self._by_name[name] = [
                path for path in among if not (parts or self._parts(path)) or self._parts(path)[-len(parts) :] == parts
            ]
        return self._by_name[name]

    def at(self, target: str) -> str | None:
        """The file of the package or module at a path without its ending."""
        for path in (os.path.join(target, "__init__.py"), f"{target}.py"):
            if path in self._paths:
                return path
        return None
