"""Layers that look for their config when they run."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class ScaledConfig:
    limit: float = 448.0


class ScaledLayer(nn.Module):
    def __init__(self, size: int, scaled_cfg: ScaledConfig | None = None) -> None:
        super().__init__()
        self.out = nn.Linear(size, size)
        self.scaled_cfg = scaled_cfg
        self.label = ""

    def forward(self, ticks: torch.Tensor) -> torch.Tensor:
        if self.scaled_cfg is not None:
            ticks = ticks.clamp(-self.scaled_cfg.limit, self.scaled_cfg.limit)
        return self.out(ticks)


class Spread(ScaledLayer):
    pass


class OrderBook(ScaledLayer):
    pass


class Imbalance(ScaledLayer):
    pass
