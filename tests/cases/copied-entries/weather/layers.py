"""Layers of the forecast, each with its settings."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from pydantic import BaseModel
from torch import nn


@dataclass(frozen=True)
class MxConfig:
    block: int = 32


def dense(columns: int, rows: int, mx: MxConfig | None = None) -> nn.Linear:
    layer = nn.Linear(columns, rows)
    layer.block = mx.block if mx else None
    return layer


@dataclass
class SpectralConfig:
    modes: int = 64
    damping: float = 0.0
    quantize_modes: bool = True

    def build(self, channels: int, mx: MxConfig | None = None) -> SpectralFilter:
        return SpectralFilter(channels, self.modes, mx=self.quantize_modes and mx or None)


class SpectralFilter(nn.Module):
    def __init__(self, channels: int, modes: int, mx: MxConfig | None = None) -> None:
        super().__init__()
        self.modes = modes
        self.weight = dense(channels, channels, mx=mx)

    def forward(self, field: torch.Tensor) -> torch.Tensor:
        return self.weight(field[..., : self.modes, :])


class OrographyConfig(BaseModel):
    levels: int = 4
    quantize_heights: bool = True

    def build(self, channels: int, mx: MxConfig | None = None) -> OrographyEncoder:
        if self.quantize_heights:
            return OrographyEncoder(channels, self.levels, mx)
        return OrographyEncoder(channels, self.levels, None)


class OrographyEncoder(nn.Module):
    def __init__(self, channels: int, levels: int, mx: MxConfig | None) -> None:
        super().__init__()
        self.stages = nn.ModuleList([dense(channels, channels, mx) for _ in range(levels)])

    def forward(self, heights: torch.Tensor) -> torch.Tensor:
        for stage in self.stages:
            heights = torch.relu(stage(heights))
        return heights
