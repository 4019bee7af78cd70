"""Work that is done by another process that knows all that this one knows, while this one goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec

from lint_rules.project.asked import Asker, Told
from lint_rules.project.extraction import usable
from lint_rules.project.symbols import Project

Pending: TypeAlias = Callable[[], "bytes | None"]
"""Waits for what the other process brings; None where it failed, and that is to be done here."""

_FORKS = sys.platform == "linux"
"""Elsewhere there is no fork, or the system's own libraries don't bear it."""


class _Look(NamedTuple):
    """What a process asked of a file."""

    path: str
    digest: bytes
    held: dict[bytes, bool]
    asked: Told


class _Message(NamedTuple):
    """What a process tells in the end."""

    looks: list[_Look]
    askers: list[Asker]
    outcomes: dict[Asker, bytes]
    made: bytes


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
            data = memoryview(msgspec.msgpack.encode(_told(project, made)))
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
            message = msgspec.msgpack.decode(data, type=_Message)
        except msgspec.DecodeError:
            return None
        _hear(project, message)
        return message.made

    return wait


def _told(project: Project, made: bytes) -> _Message:
    numbers: dict[Asker, int] = {}

    def number(asker: Asker) -> int:
        return numbers.setdefault(asker, len(numbers))

    looks = [
        _Look(str(each.path), each.digest, dict(each.held), each.asked.told(number)) for each in project.looked_into()
    ]
    return _Message(looks, list(numbers), project.asking.outcomes, made)


def _hear(project: Project, message: _Message) -> None:
    for path, found, held, asked in message.looks:
        source = project.source(Path(path))
        source.look_into(found, held)
        source.asked.hear(asked, message.askers)
    project.asking.outcomes.update(message.outcomes)
