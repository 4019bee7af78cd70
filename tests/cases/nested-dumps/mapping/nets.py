"""Networks that take settings as dicts."""

from typing import Any

import torch
from torch import nn


class TileNet(nn.Module):
    def __init__(self, width: int = 8, **further: Any) -> None:
        super().__init__()
        self.further = further
        self.out = nn.Linear(width, width)

    def forward(self, tiles: torch.Tensor) -> torch.Tensor:
        return self.out(tiles)


class RoadNet(nn.Module):
    """Keeps the dict, and takes two of its values."""

    def __init__(self, lanes: int, tile: Any = None, **further: Any) -> None:
        super().__init__()
        self.tile, self.further = tile, further
        self.out = nn.Linear(lanes, lanes)

    def forward(self, roads: torch.Tensor) -> torch.Tensor:
        return self.out(roads)


class OpenedRoadNet(nn.Module):
    """Opens the dict that it is given."""

    def __init__(self, lanes: int, tile: dict[str, Any]) -> None:
        super().__init__()
        self.lanes = nn.Linear(lanes, lanes)
        self.tile = TileNet(
            **tile,
        )

    def forward(self, roads: torch.Tensor) -> torch.Tensor:
        return self.tile(self.lanes(roads))


class PickingRoadNet(nn.Module):
    """Takes one value out of the dict."""

    def __init__(self, lanes: int, tile: dict[str, Any]) -> None:
        super().__init__()
        self.lanes = nn.Linear(lanes, lanes)
        self.tile = TileNet(width=tile["width"])

    def forward(self, roads: torch.Tensor) -> torch.Tensor:
        return self.tile(self.lanes(roads))
