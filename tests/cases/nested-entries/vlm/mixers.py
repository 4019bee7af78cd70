"""Two mixers and their settings."""

from typing import Optional

import torch
from pydantic import BaseModel
from torch import nn


class Fp8Spec(BaseModel):
    tile: int = 128


def make_linear(inputs: int, outputs: int, fp8_spec: Optional[Fp8Spec] = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=False)
    layer.tile = None if fp8_spec is None else fp8_spec.tile
    return layer


class DeltaConfig(BaseModel):
    heads: int = 8
    quantize_delta: bool = True

    def build(self, size: int, fp8_spec: Optional[Fp8Spec] = None) -> "DeltaMixer":
        spec = fp8_spec if self.quantize_delta else None
        return DeltaMixer(size, self.heads, fp8_spec=spec)


class DeltaMixer(nn.Module):
    def __init__(self, size: int, heads: int, fp8_spec: Optional[Fp8Spec] = None) -> None:
        super().__init__()
        self.heads = heads
        self.keys = make_linear(size, size, fp8_spec=fp8_spec)
        self.values = make_linear(size, size, fp8_spec=fp8_spec)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return (self.keys(hidden) * self.values(hidden)).cumsum(dim=1)


class BandConfig(BaseModel):
    reach: int = 8
    quantize_band: bool = True

    def build(self, size: int, fp8_spec: Optional[Fp8Spec] = None) -> "BandMixer":
        if self.quantize_band:
            return BandMixer(size, self.reach, fp8_spec=fp8_spec)
        return BandMixer(size, self.reach)


class BandMixer(nn.Module):
    def __init__(self, size: int, reach: int, fp8_spec: Optional[Fp8Spec] = None) -> None:
        super().__init__()
        self.reach = reach
        self.mix = make_linear(size, size, fp8_spec=fp8_spec)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.mix(hidden.roll(self.reach, dims=1))
