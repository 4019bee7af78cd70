"""Fixed files, written: each is as before or as after at any moment, and all are written or, where that fails early, none.

A new file takes the place of the old one. It has the old one's mode and, where that may be set, its owner; another hard link
to the old file keeps the old content.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from lint_rules.files import beside, fill, require_writable
from lint_rules.fixing.workspace import Change


class Unwritten(Exception):
    """A file could not be written. ``written`` are those that already were; all others are as before."""

    def __init__(self, path: Path, reason: str, written: Sequence[Path] = ()) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason
        self.written = tuple(written)


class _Staged(NamedTuple):
    """A change, the file that it is about after all links, and the new content beside it."""

    change: Change
    target: Path
    temporary: Path


def write_all(changes: Sequence[Change], root: Path) -> None:
    """Write changes to disk, never to a file outside ``root``, nor to one that is no longer as it was before the change.

    A link is followed and stays. Raises Unwritten; leaves no other file behind, be it interrupted or not.
    """
    staged: list[_Staged] = []
    try:
        for change in changes:
            with _told(change):
                target = _target(change.path, root)
                # It is noted before it exists, so that it is taken away whatever happens.
                staged.append(_Staged(change, target, beside(target)))
                fill(staged[-1].temporary, change.after, target)
        for each in staged:
            _require_unchanged(each)
        with _uninterrupted():
            _replace(staged)
    finally:
        for each in staged:
            with suppress(OSError):
                each.temporary.unlink()


def _target(path: Path, root: Path) -> Path:
    target = Path(os.path.realpath(path))
    if not target.is_relative_to(root):
        raise Unwritten(path, f"it leads out of the project root, to {target}")
    require_writable(target)
    return target


def _replace(staged: Sequence[_Staged]) -> None:
    written: list[Path] = []
    for each in staged:
        _require_unchanged(each, written)
        with _told(each.change, written):
            each.temporary.replace(each.target)
        written.append(each.change.path)


def _require_unchanged(staged: _Staged, written: Sequence[Path] = ()) -> None:
    with _told(staged.change, written):
        if staged.target.read_bytes() != staged.change.before:
            raise Unwritten(staged.change.path, "it has changed since it was checked", written)


@contextmanager
def _told(change: Change, written: Sequence[Path] = ()) -> Iterator[None]:
    """Say which file an error of the system is about, and what is written already."""
    try:
        yield
    except OSError as error:
        raise Unwritten(change.path, error.strerror or str(error), written) from None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold an interrupt back, so that it does not come between two files that belong together."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt
