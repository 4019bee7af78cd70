"""Block-scaled formats for linear layers."""

from dataclasses import dataclass
from typing import Optional

import torch
from torch import nn


@dataclass(frozen=True)
class MXConfig:
    block: int = 32
    element: str = "e4m3"


@dataclass(frozen=True)
class WideMXConfig(MXConfig):
    block: int = 64


MaybeMX = Optional[MXConfig]


class MXLinear(nn.Linear):
    def __init__(self, in_features: int, out_features: int, mx_config: MXConfig) -> None:
        super().__init__(in_features, out_features, bias=False)
        self.block = mx_config.block

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        blocks = inputs.unflatten(-1, (-1, self.block))
        scale = blocks.abs().amax(dim=-1, keepdim=True).clamp(min=1e-12)
        return super().forward((blocks / scale).to(inputs.dtype).mul(scale).flatten(-2))


def make_linear(in_features: int, out_features: int, mx_config: MaybeMX = None) -> nn.Linear:
    if mx_config is None:
        return nn.Linear(in_features, out_features, bias=False)
    return MXLinear(in_features, out_features, mx_config)
