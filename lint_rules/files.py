"""Files that quantfence writes of its own accord: each is as before or as after at any moment."""

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
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
        if target.read_bytes() == data:
            return
    except FileNotFoundError:
        mode = None
    # Only the folder has to be writable for a new file to take the old one's place; a person means the file.
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "is read-only", str(path))
    temporary = target.parent / f".quantfence-{secrets.token_hex(8)}.tmp"
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except OSError as error:
        # The name of the file that a person knows.
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            temporary.unlink()
