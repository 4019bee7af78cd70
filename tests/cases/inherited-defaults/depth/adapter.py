"""Low-rank adapters beside a frozen layer."""

from __future__ import annotations

import dataclasses

import torch
from torch import nn


def projection(rows: int, columns: int, tile_cfg=None) -> nn.Module:
    layer = nn.Linear(columns, rows, bias=False)
    if tile_cfg is not None:
        layer.tile = tile_cfg.tile
    return layer


@dataclasses.dataclass
class AdapterConfig:
    rank: int = 8
    scale: float = 1.0
    quantize_adapter: bool = True

    def build(self, width: int, tile_cfg=None) -> Adapter:
        if not self.quantize_adapter:
            tile_cfg = None
        return Adapter(width, self.rank, self.scale, tile_cfg=tile_cfg)


class Adapter(nn.Module):
    def __init__(self, width: int, rank: int, scale: float, tile_cfg=None) -> None:
        super().__init__()
        self.scale = scale
        self.down = projection(rank, width, tile_cfg=tile_cfg)
        self.up = projection(width, rank, tile_cfg=tile_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.scale * self.up(self.down(hidden))
