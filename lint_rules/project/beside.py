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
            data = memoryview(msgspec.msgpack.encode([list(map(str, project.looked_into())), made]))
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
            paths, made = msgspec.msgpack.decode(data, type=tuple[list[str], bytes])
        except msgspec.DecodeError:
            return None
        for path in paths:
            project.source(Path(path)).look_into()
        return made

    return wait
