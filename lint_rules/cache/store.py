"""A folder of things that can be computed anew: bytes under a kind and a key."""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from zlib import crc32

from lint_rules.cache.tool import identity

MARKS = {
    "CACHEDIR.TAG": b"""\
Signature: 8a477f597d28d172789f06886806bc55
# This folder was made by quantfence, and what is in it can be made anew. See https://bford.info/cachedir/
""",
    ".gitignore": b"# Made by quantfence.\n*\n",
}
"""Files by which programs that make copies, and git, know what to leave out."""
PRUNED = ".pruned"
"""A file that is as old as the last look for what nobody uses any more."""

_MAGIC = b"quantfence kept\n"
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
# A pipe in the place of an entry must not be waited for.
_READ = os.O_RDONLY | _NOFOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | getattr(os, "O_BINARY", 0)
_HOPELESS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
"""What goes wrong with one entry and would with the next."""
_DAY = 24 * 3600


class Store:
    """Keeps bytes below a folder. Whatever goes wrong with that folder, nothing is raised: a thing is then not there.

    What it holds was written by this very tool: others, and other versions, have folders of their own beside it.
    """

    def __init__(self, folder: Path | None) -> None:
        """``folder`` is made when something is kept in it; without one, nothing is kept."""
        self.folder = folder
        self.written = 0
        """How many entries were written."""
        self._kinds: dict[str, bool] = {}
        self._given_up = folder is None

    def read(self, kind: str, key: str) -> bytes | None:
        """What was kept under a key, a lower-case hexadecimal digest; None where it is not there or is damaged."""
        if self.folder is None or not self._holds(kind):
            return None
        try:
            file = os.open(f"{self._home}/{kind}/{key}", _READ)
        except OSError:
            return None
        try:
            return _unwrapped(_whole(file), kind, key)
        except OSError:
            return None
        finally:
            os.close(file)

    def write(self, kind: str, key: str, data: bytes) -> None:
        """Keep something: all of it or nothing, whoever else writes the same."""
        if self._given_up or not self._prepare(kind):
            return
        path = f"{self._home}/{kind}/{key}"
        temporary = f"{path}.{os.urandom(6).hex()}.tmp"
        try:
            _fill(temporary, _wrapped(data, kind, key))
            os.replace(temporary, path)
            self.written += 1
        except OSError as error:
            self._given_up = error.errno in _HOPELESS
            with suppress(OSError):
                os.unlink(temporary)

    def tidy(self) -> None:
        """Remove what nobody has used for long; a run that has kept something looks for that once a day."""
        if not self.written or self._given_up:
            return
        mark = f"{self.folder}/{PRUNED}"
        try:
            with suppress(FileNotFoundError):
                if abs(time.time() - os.lstat(mark).st_mtime) < _DAY:
                    return
                os.unlink(mark)
            _fill(mark, b"")
        except OSError:
            return
        from lint_rules.cache.removing import prune

        prune(Path(str(self.folder)))

    def folder_of(self, kind: str) -> Path | None:
        """The folder of a kind, made for files that others get to read; None where nothing is kept."""
        return None if self._given_up or not self._prepare(kind) else Path(self._home, kind)

    @cached_property
    def _home(self) -> str:
        """The folder of what this very tool has kept."""
        return f"{self.folder}/{identity()}"

    def _holds(self, kind: str) -> bool:
        """Whether there is a folder for a kind. A link in its place leads who knows where, and is left alone."""
        if not self._kinds.get(kind):
            self._kinds[kind] = all(map(_is_folder, (str(self.folder), self._home, f"{self._home}/{kind}")))
        return self._kinds[kind]

    def _prepare(self, kind: str) -> bool:
        """Make the folder for a kind; whether there is one now."""
        if self._holds(kind):
            return True
        try:
            _make_root(str(self.folder))
            for folder in (self._home, f"{self._home}/{kind}"):
                if not _is_folder(os.path.dirname(folder)):
                    raise NotADirectoryError
                with suppress(FileExistsError):
                    os.mkdir(folder)
        except OSError:
            self._given_up = True
        return not self._given_up and self._holds(kind)


def _make_root(folder: str) -> None:
    """Make the cache's folder, marked as what nobody has to copy or to commit. Raises OSError."""
    if os.path.lexists(folder):
        # A folder that a person had before, with more in it: not a file of theirs must be hidden by our marks.
        if not _is_folder(folder) or os.listdir(folder):
            return
    os.makedirs(folder, exist_ok=True)
    for name, content in MARKS.items():
        with suppress(FileExistsError):
            _fill(f"{folder}/{name}", content)


def _is_folder(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def _whole(file: int) -> bytes:
    """The content of an open file, which is marked as used today. Raises OSError."""
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode):
        return b""
    if abs(time.time() - status.st_mtime) > _DAY and os.utime in os.supports_fd:
        with suppress(OSError):
            os.utime(file)
    pieces, left = [], status.st_size
    while left > 0 and (piece := os.read(file, left)):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _fill(path: str, content: bytes) -> None:
    """Write a file that is not there yet. Raises OSError."""
    file = os.open(path, _WRITE, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(file, rest) :]
    finally:
        os.close(file)


def _wrapped(data: bytes, kind: str, key: str) -> bytes:
    return b"%s%08x\n%s" % (_MAGIC, _checksum(data, kind, key), data)


def _unwrapped(content: bytes, kind: str, key: str) -> bytes | None:
    """What was wrapped; None where that was under another key, or is damaged."""
    begin = len(_MAGIC) + 9
    data = content[begin:]
    return data if content[:begin] == b"%s%08x\n" % (_MAGIC, _checksum(data, kind, key)) else None


def _checksum(data: bytes, kind: str, key: str) -> int:
    # It finds damage. Who may write here may as well change the code that is checked.
    return crc32(data, crc32(f"{kind}/{key}".encode()))
