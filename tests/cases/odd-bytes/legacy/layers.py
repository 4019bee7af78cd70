"""The layer, and its scheme."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Fp8Scheme:
    tile: int = 64


@dataclass
class LedgerConfig:
    size: int = 32
    fp8_scheme: Fp8Scheme | None = None


class TaxLayer(nn.Module):
    def __init__(self, size: int, rate: float = 0.2, fp8_scheme: Fp8Scheme | None = None) -> None:
        super().__init__()
        self.rate = rate
        self.out = nn.Linear(size, size)
        if fp8_scheme is not None:
            self.register_buffer("tile", torch.tensor(fp8_scheme.tile))

    def forward(self, sums: torch.Tensor) -> torch.Tensor:
        return self.rate * self.out(sums)
