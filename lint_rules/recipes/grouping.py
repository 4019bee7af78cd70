"""Names that differ in numbers only, told as one: ``model.layers.{0..60}.mlp.gate``."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

_NUMBER = re.compile(r"(?<![^.])\d{1,9}(?![^.])")
_SHOWN = 6
"""Runs of numbers that are told; a group with more of them says how many."""


class Group(NamedTuple):
    """Names that differ in numbers only."""

    text: str
    """``model.layers.{0..60}.mlp.gate``"""
    members: tuple[int, ...]
    """The indices of its names."""


def group(names: Sequence[str], like: Sequence[Hashable] | None = None) -> list[Group]:
    """Put names together that differ in numbers only, in the order of their first; ``like`` keeps apart what differs in it."""
    found: dict[tuple[str, Hashable], list[int]] = {}
    for at, name in enumerate(names):
        found.setdefault((_NUMBER.sub("\0", name), like[at] if like else None), []).append(at)
    return [Group(_told(key[0], [names[at] for at in members]), tuple(members)) for key, members in found.items()]


def _told(shape: str, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    pieces = shape.split("\0")
    places = zip(*(_NUMBER.findall(name) for name in names), strict=True)
    numbers = [_runs(map(int, place)) for place in places]
    return "".join(piece + number for piece, number in zip(pieces, [*numbers, ""], strict=True))


def _runs(numbers: Iterable[int]) -> str:
    """``3``, ``{0..60}``, ``{0,2,4..9}``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    told = [
        str(run[0]) if len(run) == 1 else f"{run[0]}{',' if run[1] == run[0] + 1 else '..'}{run[1]}" for run in runs
    ]
    if len(runs) == 1 and len(runs[0]) == 1:
        return told[0]
    return "{" + ",".join([*told[:_SHOWN], *(["..."] if len(told) > _SHOWN else [])]) + "}"
