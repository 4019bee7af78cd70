"""Work that is done by another process that knows all that this one knows, while this one goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from lint_rules.project.extraction import usable
from lint_rules.project.symbols import Project

Pending: TypeAlias = Callable[[], "bytes | None"]
"""Waits for what the other process brings; None where it failed, and that is to be done here."""

_FORKS = sys.platform == "linux"
"""Elsewhere there is no fork, or the system's own libraries don't bear it."""

_MESSAGE = tuple[list[tuple[str, bytes]], bytes]
"""The files that were looked into, with what stands for what they held; and what the work has made."""


def processes() -> int:
    """How many processes may share the work of a check."""
    return usable() if _FORKS else 1


def beside(project: Project, work: Callable[[], bytes]) -> Pending:
    """Start some work; what it looks into counts as looked into here, too."""
    output, end = os.pipe()
    process = os.fork()
    if process == 0:
        # Nothing of what this process was forked from may be flushed, closed or said twice.
        try:
            os.close(output)
            made = work()
            looked_into = [(str(source.path), source.digest) for source in project.looked_into()]
            data = memoryview(msgspec.msgpack.encode([looked_into, made]))
            while data:
                data = data[os.write(end, data) :]
        finally:
            os._exit(0)
    os.close(end)

    def wait() -> bytes | None:
        with os.fdopen(output, "rb") as pipe:
            data = pipe.read()
        os.waitpid(process, 0)
        try:
            looked_into, made = msgspec.msgpack.decode(data, type=_MESSAGE)
        except msgspec.DecodeError:
            return None
        for path, found in looked_into:
            project.source(Path(path)).look_into(found)
        return made

    return wait
