"""A file's bytes, and what tells that they are still the same without another look at them."""

from __future__ import annotations

import os
from hashlib import blake2b
from typing import NamedTuple

SIZE = 16
"""Bytes of a digest."""
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class Stamp(NamedTuple):
    """What the file system says of a file; times in nanoseconds.

    Whoever sets ``modified`` back, or keeps it while the file is written, changes ``changed``.
    """

    size: int
    modified: int
    changed: int
    inode: int


def stamp_of(status: os.stat_result) -> Stamp:
    """The stamp in what ``stat`` returns."""
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def read_file(path: str) -> tuple[bytes, Stamp | None]:
    """A file's bytes with its stamp; without one where the file was written meanwhile. Raises OSError."""
    file = os.open(path, _READ)
    try:
        stamp = stamp_of(os.fstat(file))
        # One byte more than there should be, to see that there is no more.
        data = os.read(file, stamp.size + 1)
        if len(data) != stamp.size:
            rest = [data]
            while rest[-1]:
                rest.append(os.read(file, 1 << 20))
            data = b"".join(rest)
        return data, stamp if stamp == stamp_of(os.fstat(file)) and len(data) == stamp.size else None
    finally:
        os.close(file)


def digest(data: bytes) -> bytes:
    """What stands for some bytes, and for no others."""
    return blake2b(data, digest_size=SIZE).digest()


def absence(error: OSError) -> bytes:
    """What stands for a file that can't be read, as :func:`digest` does for one that can."""
    return blake2b(str(error.strerror or error).encode(), digest_size=SIZE, person=b"unreadable").digest()
