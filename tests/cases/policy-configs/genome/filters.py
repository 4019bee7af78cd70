"""The filter, and the projection next to it."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Fp8Plan:
    tile: int = 64


def proj(size: int, fp8_plan: Fp8Plan | None = None) -> nn.Linear:
    made = nn.Linear(size, size)
    if fp8_plan is not None:
        made.register_buffer("tile", torch.tensor(fp8_plan.tile))
    return made


class LongFilter(nn.Module):
    def __init__(self, size: int, order: int = 2, fp8_plan: Fp8Plan | None = None) -> None:
        super().__init__()
        self.order = order
        self.out = proj(size, fp8_plan)

    def forward(self, bases: torch.Tensor) -> torch.Tensor:
        return self.out(bases.cumsum(dim=1) / self.order)
