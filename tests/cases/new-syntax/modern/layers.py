"""The sampler, and the projection before it."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class TileConfig:
    tile: int = 128


class Project(nn.Module):
    def __init__(self, size: int, tile_config: TileConfig | None = None) -> None:
        super().__init__()
        self.out = nn.Linear(size, size)
        self.tile = 0 if tile_config is None else tile_config.tile

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)


class Sampler(Project):
    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return super().forward(hidden).softmax(dim=-1)
