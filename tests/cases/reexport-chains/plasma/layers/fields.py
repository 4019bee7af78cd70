"""Layers for fields; the solver is excluded."""

from dataclasses import dataclass

import torch
from torch import nn

__all__ = ["FieldSolver", "FieldEncoder", "LowBitConfig", "low_linear"]


@dataclass(frozen=True)
class LowBitConfig:
    bits: int = 4


def low_linear(size: int, low_bit: LowBitConfig | None = None) -> nn.Linear:
    made = nn.Linear(size, size)
    if low_bit is not None:
        made.register_buffer("bits", torch.tensor(low_bit.bits))
    return made


class FieldEncoder(nn.Module):
    def __init__(self, size: int, low_bit: LowBitConfig | None = None) -> None:
        super().__init__()
        self.mix = low_linear(size, low_bit)

    def forward(self, field: torch.Tensor) -> torch.Tensor:
        return self.mix(field)


class FieldSolver(nn.Module):
    def __init__(self, size: int, low_bit: LowBitConfig | None = None) -> None:
        super().__init__()
        self.step = low_linear(size, low_bit)

    def forward(self, field: torch.Tensor) -> torch.Tensor:
        return field - self.step(field)


class Diagnostic(FieldSolver):
    """Not in `__all__`."""
