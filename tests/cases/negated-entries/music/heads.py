"""Heads that must be exact, unless somebody experiments."""

import torch
from pydantic import BaseModel
from torch import nn


class Float8Options(BaseModel):
    rowwise: bool = True


def readout(size: int, bins: int, float8_options: "Float8Options | None" = None) -> nn.Linear:
    layer = nn.Linear(size, bins)
    if float8_options is not None:
        layer.rowwise = float8_options.rowwise
    return layer


class PitchConfig(BaseModel):
    cents: int = 20
    keep_bf16: bool = False

    def build(self, size: int, float8_options: "Float8Options | None") -> "PitchHead":
        if self.keep_bf16:
            return PitchHead(size, self.cents)
        return PitchHead(size, self.cents, float8_options=float8_options)


class PitchHead(nn.Module):
    def __init__(self, size: int, cents: int, float8_options: "Float8Options | None" = None) -> None:
        super().__init__()
        self.bins = readout(size, 7200 // cents, float8_options=float8_options)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.bins(hidden).softmax(dim=-1)


class TempoConfig(BaseModel):
    slowest: int = 30
    exact: bool = True

    def build(self, size: int, float8_options: "Float8Options | None") -> "TempoHead":
        options = None if self.exact else float8_options
        return TempoHead(size, self.slowest, float8_options=options)


class TempoHead(nn.Module):
    def __init__(self, size: int, slowest: int, float8_options: "Float8Options | None" = None) -> None:
        super().__init__()
        self.slowest = slowest
        self.beats = readout(size, 1, float8_options=float8_options)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.slowest + self.beats(hidden).exp()
