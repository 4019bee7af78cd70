"""Layers of the correction."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class MixedPlan:
    keep_first: int = 1


class StencilLayer(nn.Module):
    def __init__(self, cells: int, mixed_plan: MixedPlan | None = None) -> None:
        super().__init__()
        self.out = nn.Linear(cells, cells)
        self.rounded = mixed_plan is not None

    def forward(self, field: torch.Tensor) -> torch.Tensor:
        return self.out(field)


class ConservationLayer(nn.Module):
    def __init__(self, cells: int, order: int = 1, mixed_plan: MixedPlan | None = None) -> None:
        super().__init__()
        self.order = order
        self.stencil = StencilLayer(cells, mixed_plan=mixed_plan)

    def forward(self, field: torch.Tensor) -> torch.Tensor:
        change = self.stencil(field)
        return field + change - change.mean(dim=-1, keepdim=True)
