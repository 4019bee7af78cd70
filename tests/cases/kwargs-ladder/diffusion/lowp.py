"""Low precision for linear layers."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class LowPrecision:
    bits: int = 8
    stochastic: bool = False


class LowLinear(nn.Linear):
    def __init__(self, in_features: int, out_features: int, *, lowp: LowPrecision) -> None:
        super().__init__(in_features, out_features)
        self.levels = 2**lowp.bits

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return super().forward(torch.round(inputs * self.levels) / self.levels)


def linear(in_features: int, out_features: int, *, lowp: LowPrecision | None = None) -> nn.Linear:
    if lowp is None:
        return nn.Linear(in_features, out_features)
    return LowLinear(in_features, out_features, lowp=lowp)
