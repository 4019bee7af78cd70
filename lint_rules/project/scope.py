"""The paths that a person asked for: they limit what is reported, never what is known."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from lint_rules.errors import UsageError


class Scope:
    """Files and folders below the project root to report on; without any, or with the root among them, everything."""

    def __init__(self, root: Path, paths: Sequence[Path]) -> None:
        self.everything = not paths or root in paths
        """Whether the whole project is reported on."""
        self._paths = frozenset(map(str, paths))
        self._below = tuple(f"{path}{os.sep}" for path in self._paths)

    def holds(self, path: Path | str) -> bool:
        """Say whether an absolute path is to be reported on."""
        # Asked for thousands of files by a hook that names hundreds, so strings and no loop.
        return self.everything or (text := str(path)) in self._paths or text.startswith(self._below)

    def count(self, names: Sequence[str]) -> int:
        """Return how many of these files are to be reported on."""
        return len(names) if self.everything else sum(map(self.holds, names))


def resolve_paths(paths: Sequence[Path], root: Path) -> list[Path]:
    """Return the paths of a command line as absolute paths without links.

    Raises UsageError for the first that does not exist or lies outside the root.
    """
    resolved = []
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path} does not exist")
        resolved.append(inside(path, root))
    return resolved


def inside(path: Path, root: Path) -> Path:
    """Return the path, absolute and without links; raises UsageError if it leads out of the root."""
    # Path.resolve raises where links run in a circle.
    real = Path(os.path.realpath(path))
    if not real.is_relative_to(root):
        leads = f" (it leads to {real})" if path.is_symlink() else ""
        raise UsageError(f"{path} is outside the project root {root}{leads}; --root sets another root")
    return real
