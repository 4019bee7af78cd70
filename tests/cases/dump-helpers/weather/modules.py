"""Modules that accept more than they use."""

import torch
from torch import nn


class GridEncoder(nn.Module):
    def __init__(self, cells: int, depth: int = 2, **settings: object) -> None:
        super().__init__()
        self.settings = settings
        self.layers = nn.ModuleList([nn.Linear(cells, cells) for _ in range(depth)])

    def forward(self, grid: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            grid = torch.relu(layer(grid))
        return grid


class StationEncoder(GridEncoder):
    def forward(self, grid: torch.Tensor) -> torch.Tensor:
        return super().forward(grid).mean(dim=1)
