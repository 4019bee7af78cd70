"""The files that fixes may edit, and what is in them after the fixes so far. On disk nothing changes here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from lint_rules.fixing.edits import Document, Inapplicable
from lint_rules.fixing.parsing import require_parsable


class Change(NamedTuple):
    """What fixes make of one file."""

    path: Path
    before: bytes
    after: bytes


class _Stamp(NamedTuple):
    """What tells a file from the one that it was before."""

    modified: int
    changed: int
    size: int
    node: int


class Workspace:
    """The project's files and its manifest, as far as a person asked for them. Make it before the first check begins."""

    def __init__(
        self,
        root: Path,
        files: Iterable[Path],
        manifest: Path,
        asked_for: Callable[[Path], bool],
        given: Mapping[Path, bytes],
    ) -> None:
        """Take note of the files: what changes on disk from here on is not edited. ``given`` stands for files' own bytes."""
        self.root = root
        self.overrides: dict[Path, bytes] = dict(given)
        """What the next check has to read in place of the files."""
        self._before = dict(given)
        self._python = frozenset(files)
        self._manifest = manifest
        self._asked_for = asked_for
        self._stamps = {path: _stamp(path) for path in (*self._python, manifest) if asked_for(path)}

    def document(self, path: Path) -> Document:
        """Return a file as it is by now. Raises Inapplicable where fixes may not edit it, or it can't be decoded."""
        self._require_permission(path)
        if path not in self.overrides:
            self._before[path] = self._read(path)
        return Document(self.overrides.get(path, self._before[path]), path in self._python)

    def require_parsable(self, path: Path, data: bytes) -> None:
        """Raise Inapplicable where ``data`` is nothing that the file can be."""
        require_parsable(path, data, path in self._python)

    def changes(self) -> list[Change]:
        """Return what differs by now, sorted by path."""
        both = ((path, self._before[path], after) for path, after in self.overrides.items())
        return sorted(Change(*each) for each in both if each[1] != each[2])

    def state(self) -> frozenset[tuple[Path, bytes]]:
        """Return what tells this state of the files from others, in little memory."""
        return frozenset((change.path, hashlib.sha256(change.after).digest()) for change in self.changes())

    def _require_permission(self, path: Path) -> None:
        if not path.is_relative_to(self.root):
            raise Inapplicable(f"it edits {path}, which is outside the project root")
        name = path.relative_to(self.root).as_posix()
        if path not in self._python and path != self._manifest:
            raise Inapplicable(f"it edits {name}, which is none of the project's files")
        if not self._asked_for(path):
            raise Inapplicable(f"it edits {name}, too, which was not asked for")

    def _read(self, path: Path) -> bytes:
        name = path.relative_to(self.root).as_posix()
        try:
            data = path.read_bytes()
        except OSError as error:
            raise Inapplicable(f"{name} can't be read: {error.strerror or error}") from None
        if _stamp(path) != self._stamps[path]:
            # What was found may be about other bytes than these.
            raise Inapplicable(f"{name} has changed since the check began")
        return data


def _stamp(path: Path) -> _Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return _Stamp(status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
