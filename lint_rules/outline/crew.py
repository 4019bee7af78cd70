"""The sketches of many classes, drawn by several processes: each draws a share. What one fails to bring is drawn here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from lint_rules.outline.sketch import Made
from lint_rules.outline.written import Reader, Writer
from lint_rules.project.beside import beside, processes
from lint_rules.project.symbols import ClassInfo, Project

_WORTH = 400
"""Classes that take longer to draw than a process takes to start."""


def drawn(
    project: Project, classes: Sequence[ClassInfo], draw: Callable[[ClassInfo], tuple[Made, ...]]
) -> dict[ClassInfo, tuple[Made, ...]]:
    """The sketch of each class: what ``draw`` makes of it."""
    number = max(1, min(processes(), len(classes) // _WORTH))
    shares = [_share(classes, first, number) for first in range(number)]
    pending = [(share, beside(project, partial(_written, share, draw))) for share in shares[1:]]
    found = {cls: draw(cls) for cls in shares[0]}
    reader = Reader(project)
    for share, wait in pending:
        found.update(_brought(share, wait(), reader))
    return {cls: found[cls] if cls in found else draw(cls) for cls in classes}


def _share(classes: Sequence[ClassInfo], first: int, number: int) -> list[ClassInfo]:
    """The classes that one of the processes draws, in its order.

    Neighbours are much alike: taken in turns, all shares take as long. They lead to the same files, too: each process
    begins elsewhere, so that it finds read what another one came upon before.
    """
    share = classes[first::number]
    begin = len(share) * first // number
    return [*share[begin:], *share[:begin]]


def _written(classes: Sequence[ClassInfo], draw: Callable[[ClassInfo], tuple[Made, ...]]) -> bytes:
    return Writer().written(map(draw, classes))


def _brought(classes: Sequence[ClassInfo], data: bytes | None, reader: Reader) -> dict[ClassInfo, tuple[Made, ...]]:
    """What a process drew; nothing where it failed."""
    try:
        sketches = reader.read(data or b"")
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError):
        return {}
    if len(sketches) != len(classes):
        return {}
    return {cls: sketch for cls, sketch in zip(classes, sketches, strict=True) if sketch is not None}
