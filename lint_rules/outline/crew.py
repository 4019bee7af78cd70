"""The sketches of many classes, drawn by several processes that know what this one knows.

A process that is forked has all files that were read, and draws a share of the classes. One that fails is not missed: what it
does not bring is drawn here. Where processes can't be forked, or where there is little to draw, nobody else draws.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from lint_rules.outline.sketch import Made
from lint_rules.outline.written import Reader, Writer
from lint_rules.project.extraction import usable
from lint_rules.project.symbols import ClassInfo, Project

_WORTH = 400
"""Classes that take longer to draw than a process takes to start."""


class _Member(NamedTuple):
    """A process that draws, and its share."""

    process: int
    output: int
    classes: Sequence[ClassInfo]


def drawn(
    project: Project, classes: Sequence[ClassInfo], draw: Callable[[ClassInfo], tuple[Made, ...]]
) -> dict[ClassInfo, tuple[Made, ...]]:
    """The sketch of each class: what ``draw`` makes of it."""
    processes = min(usable(), len(classes) // _WORTH) if sys.platform == "linux" else 1
    processes = max(processes, 1)
    # Neighbours are much alike: in turns, all shares take as long.
    members = [_start(classes[number::processes], draw) for number in range(1, processes)]
    found = {cls: draw(cls) for cls in classes[::processes]}
    reader = Reader(project)
    for member in members:
        found.update(_brought(member, reader))
    return {cls: found[cls] if cls in found else draw(cls) for cls in classes}


def _start(classes: Sequence[ClassInfo], draw: Callable[[ClassInfo], tuple[Made, ...]]) -> _Member:
    output, end = os.pipe()
    process = os.fork()
    if process:
        os.close(end)
        return _Member(process, output, classes)
    # Nothing of what this process was forked from may be flushed, closed or said twice.
    try:
        os.close(output)
        data = memoryview(Writer().written([draw(cls) for cls in classes]))
        while data:
            data = data[os.write(end, data) :]
    finally:
        os._exit(0)


def _brought(member: _Member, reader: Reader) -> dict[ClassInfo, tuple[Made, ...]]:
    """What a process drew; nothing where it failed."""
    with os.fdopen(member.output, "rb") as output:
        data = output.read()
    os.waitpid(member.process, 0)
    try:
        sketches = reader.read(data)
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError):
        return {}
    if len(sketches) != len(member.classes):
        return {}
    return {cls: sketch for cls, sketch in zip(member.classes, sketches, strict=True) if sketch is not None}
