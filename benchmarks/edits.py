"""A file changed for the time of one run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.errors import BenchmarkError
from benchmarks.pins import Edit
from benchmarks.trees import backup_of


@contextmanager
def edited(root: Path, edit: Edit, number: int) -> Iterator[None]:
    """Change a file, and put it back as it was, time stamp included.

    ``number`` goes into the text, so that no run meets a text that an earlier one has kept results for. Raises
    BenchmarkError where the text to replace is not there, or more than once.
    """
    path = root / edit.file
    data = path.read_bytes()
    old = edit.old.encode()
    if data.count(old) != 1:
        raise BenchmarkError(f"{edit.file} has {data.count(old)} times what {edit.kind!r} replaces, not once")
    stat = path.stat()
    backup = backup_of(path)
    backup.write_bytes(data)
    os.utime(backup, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    try:
        path.write_bytes(data.replace(old, edit.new.replace("{round}", str(number)).encode()))
        yield
    finally:
        backup.replace(path)
