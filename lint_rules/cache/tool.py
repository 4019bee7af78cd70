"""What tells this very tool from others: what one has kept is nothing to another."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from zlib import crc32

from lint_rules import __version__

FORMAT = 2
"""Goes up where entries are kept in another way."""


@cache
def identity() -> str:
    """A name for a folder: ``0.1.0-cpython-311-2-5d41402a``.

    It tells versions of quantfence and of Python apart and, by the size and date of its files, what somebody has changed
    in an installed quantfence, or in a working copy of it, without another version.
    """
    changes = 0
    for line in _files(os.path.dirname(os.path.dirname(__file__))):
        changes = crc32(line.encode("utf-8", "surrogateescape"), changes)
    changes = crc32(sys.version.encode(), changes)
    return f"{__version__}-{sys.implementation.cache_tag}-{FORMAT}-{changes:08x}"


def _files(folder: str) -> Iterator[str]:
    """Yield each file below a folder that says what the tool does, with its size and date."""
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        # Packed into an archive: the version alone has to do.
        return
    for entry in listed:
        if entry.name.endswith((".py", ".yaml", ".json")):
            status = entry.stat()
            yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
        elif entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
            yield from _files(entry.path)
