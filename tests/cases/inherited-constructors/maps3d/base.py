"""What all regressors share."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class SparseFp8:
    density: float = 0.5


@dataclass
class MapConfig:
    size: int = 256
    depth: int = 2
    sparse_fp8: SparseFp8 | None = None


class Regressor(nn.Module):
    def __init__(self, size: int, outputs: int = 1, sparse_fp8: SparseFp8 | None = None) -> None:
        super().__init__()
        self.size, self.outputs = size, outputs
        self.density = 1.0 if sparse_fp8 is None else sparse_fp8.density
        self.out = nn.Linear(size, outputs)

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        return self.out(points)

    @classmethod
    def from_config(cls, config: MapConfig) -> Regressor:
        return cls(
            config.size,
            sparse_fp8=config.sparse_fp8,
        )

    @classmethod
    def small(cls, config: MapConfig) -> Regressor:
        return cls(config.size // 2, sparse_fp8=config.sparse_fp8)

    @classmethod
    def several(cls, config: MapConfig) -> nn.ModuleList:
        return nn.ModuleList([cls.wide(config) for _ in range(config.depth)])

    @classmethod
    def wide(cls, config: MapConfig) -> Regressor:
        return cls(4 * config.size)


class DepthRegressor(Regressor):
    """Not excluded."""

    @classmethod
    def tiny(cls, config: MapConfig) -> DepthRegressor:
        return cls(8, sparse_fp8=config.sparse_fp8)

    @classmethod
    def wide(cls, config: MapConfig) -> Regressor:
        return cls(2 * config.size, sparse_fp8=config.sparse_fp8)

    def doubled(self, config: MapConfig) -> DepthRegressor:
        return type(self)(2 * self.size, self.outputs, config.sparse_fp8)


class FarDepthRegressor(DepthRegressor):
    pass
