"""Files that are written: each is as before or as after at any moment, since a new file takes the old one's place."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path


def replace(path: Path, data: bytes) -> None:
    """Give a file new content, or make it. A link is followed and stays, and so does the mode; raises OSError.

    A file that holds ``data`` already is not touched.
    """
    target = Path(os.path.realpath(path))
    temporary = beside(target)
    try:
        if target.exists():
            if target.read_bytes() == data:
                return
        require_writable(target)
        fill(temporary, data, target)
        temporary.replace(target)
    except OSError as error:
        # The name of the file that a person knows.
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def beside(target: Path) -> Path:
    """Return a name for the file that is to take the place of ``target``; there is none of that name yet."""
    return target.parent / f".quantfence-{secrets.token_hex(8)}.tmp"


def require_writable(target: Path) -> None:
    """Raise PermissionError where a person said that a file or its folder is not to be written."""
    # Only the folder has to be writable for a new file to take the old one's place; a person means the file.
    for each, what in ((target, "it"), (target.parent, "its folder")):
        if each.exists() and not os.access(each, os.W_OK):
            raise PermissionError(13, f"{what} is read-only", str(each))


def fill(temporary: Path, data: bytes, target: Path) -> None:
    """Write the file that is to take the place of ``target``: at first for our eyes only, then as open as the old one.

    It gets the old one's mode and, where that may be set, its owner. Raises OSError.
    """
    try:
        status = target.stat()
    except FileNotFoundError:
        status = None
    mode = 0o666 if status is None else 0o600
    with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if status is None:
        return
    if hasattr(os, "chown"):
        for owner, group in ((-1, status.st_gid), (status.st_uid, -1)):
            with suppress(PermissionError):
                os.chown(temporary, owner, group)
    temporary.chmod(stat.S_IMODE(status.st_mode))
