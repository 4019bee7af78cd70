"""The FP8 settings and the linear layers that they make."""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Float8Config:
    limit: float = 448.0


class Float8Linear(nn.Linear):
    def __init__(self, in_features: int, out_features: int, float8_cfg: Float8Config) -> None:
        super().__init__(in_features, out_features, bias=False)
        self.limit = float8_cfg.limit

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        scale = self.weight.abs().max().clamp(min=1e-12) / self.limit
        coarse = (self.weight / scale).to(torch.float8_e4m3fn).to(inputs.dtype)
        return F.linear(inputs, coarse * scale)


def build_linear(
    in_features: int, out_features: int, float8_cfg: Float8Config | None = None
) -> nn.Linear:
    if float8_cfg is None:
        return nn.Linear(in_features, out_features, bias=False)
    return Float8Linear(in_features, out_features, float8_cfg)
