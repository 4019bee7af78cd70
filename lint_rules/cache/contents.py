"""What each file of a project holds, as digests; a file is only read where it may have changed since the last run.

What the file system says of a file tells that it did not change, but for this: a file that is written twice within a tick of
the clock looks the same after both. So a file that was young when it was read is read once more by the next run.
"""

from __future__ import annotations

import os
import struct
import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lint_rules.cache.seen import differing
from lint_rules.cache.stamps import SIZE, Stamp, absence, digest, read_file
from lint_rules.cache.store import Store

if TYPE_CHECKING:
    from lint_rules.project.source import Source

KIND = "files"
_YOUNG = 3_000_000_000
"""Nanoseconds. The clocks of file systems tick at least every two seconds."""
_HEAD = struct.Struct("<qqq")
_STAMP = struct.Struct("=4Q")
_MASK = (1 << 64) - 1
_GONE = _STAMP.pack(0, 0, 0, 0)
_DOUBTFUL = _STAMP.pack(_MASK, _MASK, _MASK, _MASK)
"""Stands for the stamp of a file that may have changed unseen: no file has this one."""


class _Row(NamedTuple):
    """What is known of a file."""

    digest: bytes
    stamp: bytes


class _Ledger(NamedTuple):
    """What was known of all files: their names relative to the root, their digests and their stamps, one after another."""

    newest: int
    """The latest time in a stamp that counts."""
    names: bytes
    digests: bytes
    stamps: bytes

    def rows(self) -> Iterator[tuple[bytes, _Row]]:
        """Yield each name with what is known of it."""
        for number, name in enumerate(self.names.split(b"\0")):
            at, stamp = number * SIZE, number * _STAMP.size
            yield name, _Row(self.digests[at : at + SIZE], self.stamps[stamp : stamp + _STAMP.size])

    def encoded(self) -> bytes:
        return b"".join((_HEAD.pack(self.newest, len(self.names), len(self.digests)), *self[1:]))


class Contents:
    """The files of one project at the time of one run."""

    def __init__(self, store: Store, root: Path, names: Sequence[str], overrides: Mapping[Path, bytes]) -> None:
        """``names`` are absolute; what ``overrides`` has for a file stands for what it holds."""
        self._began = time.time_ns()
        self._store = store
        self._key = digest(os.fsencode(root)).hex()
        self._paths = names
        begin = len(str(root).rstrip(os.sep)) + 1
        self.names = os.fsencode("\0".join([name[begin:] for name in names]))
        """The files' names relative to the root, one after another."""
        self._given = {str(path): digest(data) for path, data in overrides.items()}
        self._rows: dict[str, _Row] = {}
        self._newest = 0
        self._is_new = False
        data = store.read(KIND, self._key)
        self._ledger = _decoded(data) if data is not None else None

    def digests(self) -> bytes | None:
        """The files' digests, one after another; None where nothing is known, so that they are told by who reads the files."""
        ledger = self._ledger
        if ledger is None:
            return None
        stamps = _stamps(self._paths)
        # With a clock that was set back, what is written from now on may look older than what is known.
        trusted = ledger.newest <= self._began
        if trusted:
            self._newest = ledger.newest
            if ledger.names == self.names and not self._given:
                return self._patched(ledger, stamps)
        known = dict(ledger.rows()) if trusted else {}
        for number, (path, name) in enumerate(zip(self._paths, self.names.split(b"\0"), strict=True)):
            row = known.get(name)
            at = number * _STAMP.size
            if path in self._given or row is None or row.stamp != stamps[at : at + _STAMP.size]:
                self._read(path)
            else:
                self._rows[path] = row
        return self._joined()

    def _patched(self, ledger: _Ledger, stamps: bytes) -> bytes:
        """The digests of the same files as in the last run, of which those are read that may have changed."""
        if ledger.stamps == stamps:
            return ledger.digests
        size = _STAMP.size
        digests, known = bytearray(ledger.digests), bytearray(ledger.stamps)
        for number in differing(ledger.stamps, stamps, size):
            row = self._read(self._paths[number])
            digests[number * SIZE : (number + 1) * SIZE] = row.digest
            known[number * size : (number + 1) * size] = row.stamp
        self._rows = {}
        self._ledger = _Ledger(self._newest, ledger.names, bytes(digests), bytes(known))
        self._is_new = self._ledger != ledger
        return self._ledger.digests

    def see(self, path: str, digest: bytes, stamp: Stamp | None) -> _Row:
        """Take over what somebody else has read; without a ``stamp``, nothing tells that the file still holds that."""
        if stamp is None or max(stamp.modified, stamp.changed) > self._began - _YOUNG:
            row = self._rows[path] = _Row(digest, _DOUBTFUL)
        else:
            self._newest = max(self._newest, stamp.modified, stamp.changed)
            row = self._rows[path] = _Row(digest, _packed(stamp))
        return row

    def hear(self, source: Source) -> None:
        """Take over what a check has read of a file."""
        self.see(str(source.path), source.digest, source.stamp)

    def keep(self) -> bytes:
        """Keep for the next run what this one knows, and return the files' digests, one after another."""
        if not self._rows and self._ledger is not None:
            if self._is_new:
                self._store.write(KIND, self._key, self._ledger.encoded())
            return self._ledger.digests
        for path in self._paths:
            if path not in self._rows:
                self._read(path)
        digests = self._joined()
        ledger = _Ledger(self._newest, self.names, digests, b"".join([self._rows[path].stamp for path in self._paths]))
        if self._is_new or ledger != self._ledger:
            self._store.write(KIND, self._key, ledger.encoded())
        return digests

    def _joined(self) -> bytes:
        return b"".join([self._rows[path].digest for path in self._paths])

    def _read(self, path: str) -> _Row:
        if path in self._given:
            return self.see(path, self._given[path], None)
        try:
            data, stamp = read_file(path)
        except OSError as error:
            return self.see(path, absence(error), None)
        return self.see(path, digest(data), stamp)


def _stamps(paths: Sequence[str]) -> bytes:
    """The stamps of files, one after another."""
    stamps = array("Q")
    stat = os.stat
    for path in paths:
        try:
            status = stat(path)
        except OSError:
            stamps.frombytes(_GONE)
            continue
        # Some files are older than 1970.
        stamps.extend((status.st_size, status.st_mtime_ns & _MASK, status.st_ctime_ns & _MASK, status.st_ino))
    return stamps.tobytes()


def _packed(stamp: Stamp) -> bytes:
    return _STAMP.pack(*(number & _MASK for number in stamp))


def _decoded(data: bytes) -> _Ledger | None:
    """What was encoded; None where that is something else."""
    if len(data) < _HEAD.size:
        return None
    newest, names, digests = _HEAD.unpack_from(data)
    begin = _HEAD.size + names
    end = begin + digests
    ledger = _Ledger(newest, data[_HEAD.size : begin], data[begin:end], data[end:])
    number = ledger.names.count(b"\0") + 1 if ledger.names else 0
    whole = len(ledger.digests) == number * SIZE and len(ledger.stamps) == number * _STAMP.size
    return ledger if whole else None
