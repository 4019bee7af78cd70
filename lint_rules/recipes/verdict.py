"""What an engine makes of a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias


class Outcome(Enum):
    """What becomes of a layer."""

    EXCLUDED = "excluded"
    QUANTIZED = "quantized"
    ERROR = "error"
    """The engine stops: some parts of a fused layer are excluded and others are not."""
    UNREAD = "not read"
    """Nobody can tell: the engine does not know the recipe's method, or an item can't be run."""


class Verdict(NamedTuple):
    """What becomes of one layer, and what decided it."""

    outcome: Outcome
    item: int | None = None
    """The index of the item that decided; None where none did."""
    part: str | None = None
    """The part of a fused layer that this item excludes, ``q_proj``; None where it is the layer's own name."""
    left_out: tuple[str, ...] = ()
    """The parts of a fused layer that no item excludes, where others are excluded."""
    message: str | None = None
    """Why, where the items alone don't say it."""


Fused: TypeAlias = Mapping[str, Sequence[str]]
"""Layers that stand for several of the checkpoint's, by the last component of their names, with these."""
Judge: TypeAlias = Callable[[str, Fused], Verdict]
"""What one method makes of a name."""

QUANTIZED = Verdict(Outcome.QUANTIZED)
NO_FUSED: Fused = {}
