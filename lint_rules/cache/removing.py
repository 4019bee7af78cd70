"""What is removed of a cache: entries that nobody has used for long, or all of it."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lint_rules.cache.store import MARKS, PRUNED

DAY = 24 * 3600
OLDEST = 30 * DAY
"""Seconds for which an entry is kept that nobody uses."""
LARGEST = 512 << 20
"""Bytes that a cache has in all; where it has more, what was used last is kept."""
_ABANDONED = 3600
"""Seconds after which the file of a run that did not come to its end is nobody's."""

_HOME = re.compile(r"\d[\w.+]*-[\w-]+-\d+-[0-9a-f]{8}")
"""What the folders of versions are called."""
_ENTRY = re.compile(r"[0-9a-f]+(?:\.[0-9a-f]+\.tmp)?|QF\d+\.md")


class _Entry(NamedTuple):
    used: float
    size: int
    path: str


def prune(folder: Path) -> None:
    """Remove what is old, and as much more as is too much; whatever goes wrong, nothing is raised."""
    now = time.time()
    kept: list[_Entry] = []
    for entry in _entries(folder):
        age = now - entry.used
        if age > (_ABANDONED if entry.path.endswith(".tmp") else OLDEST):
            _forget(entry)
        else:
            kept.append(entry)
    size = sum(entry.size for entry in kept)
    for entry in sorted(kept):
        if size <= LARGEST:
            break
        _forget(entry)
        size -= entry.size
    for home in _homes(folder):
        # Those that are empty by now go.
        for kind in [*_folders(home), home]:
            with suppress(OSError):
                os.rmdir(kind)


def remove(folder: Path) -> list[str] | None:
    """Remove a cache; return the names of what else is in its folder, None where there is no cache. Raises OSError."""
    if folder.is_symlink() or not folder.is_dir():
        return None
    homes = _homes(folder)
    marks = [folder / name for name, content in MARKS.items() if _holds(folder / name, content)]
    if not (homes or marks):
        return None
    for home in homes:
        shutil.rmtree(home)
    for mark in (*marks, folder / PRUNED):
        mark.unlink(missing_ok=True)
    left = sorted(os.listdir(folder))
    if not left:
        folder.rmdir()
    return left


def _homes(folder: Path) -> list[str]:
    return [path for path in _folders(str(folder)) if _HOME.fullmatch(os.path.basename(path))]


def _folders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def _entries(folder: Path) -> Iterator[_Entry]:
    for home in _homes(folder):
        for kind in _folders(home):
            with suppress(OSError), os.scandir(kind) as entries:
                for entry in entries:
                    if entry.is_file(follow_symlinks=False) and _ENTRY.fullmatch(entry.name):
                        status = entry.stat(follow_symlinks=False)
                        yield _Entry(status.st_mtime, status.st_size, entry.path)


def _forget(entry: _Entry) -> None:
    with suppress(OSError):
        os.unlink(entry.path)


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False
