"""The classes from which the others derive."""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from typing import Generic, TypeVar

import torch
from torch import nn

T = TypeVar("T")


@dataclass(frozen=True)
class PackedConfig:
    word: int = 32


def linear(size: int, out: int, packed: PackedConfig | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if packed is not None:
        made.register_buffer("word", torch.tensor(packed.word))
    return made


class Solver(nn.Module):
    """Not excluded."""

    def __init__(self, size: int, packed: PackedConfig | None = None) -> None:
        super().__init__()
        self.step = linear(size, size, packed)

    def forward(self, water: torch.Tensor) -> torch.Tensor:
        return water + self.step(water)


class TideSolver(Solver, Generic[T]):
    """Excluded."""


class WaveSolver(Solver):
    """Shares the base, and is not excluded."""


class Floating(ABC):
    """Says that something floats."""

    draught = 1.0


class SaltMixin(nn.Module):
    """Adds a layer to whatever solver comes after it."""

    def __init__(self, size: int, packed: PackedConfig | None = None) -> None:
        super().__init__(size, packed)
        self.salt_proj = linear(size, 1, packed)
        self.sweet_proj = linear(size, 1, packed)
