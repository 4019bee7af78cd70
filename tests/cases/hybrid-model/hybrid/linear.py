"""FP8 for linear layers."""

import torch
from pydantic import BaseModel
from torch import nn
from torch.nn import functional as F


class Float8Config(BaseModel):
    limit: float = 448.0


class Float8Linear(nn.Linear):
    def __init__(self, size: int, out: int, float8_cfg: Float8Config) -> None:
        super().__init__(size, out, bias=False)
        self.limit = float8_cfg.limit

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        scale = self.weight.abs().max().clamp(min=1e-12) / self.limit
        coarse = (self.weight / scale).to(torch.float8_e4m3fn).to(inputs.dtype)
        return F.linear(inputs, coarse * scale)


def build_linear(size: int, out: int, *, float8_cfg: Float8Config | None = None) -> nn.Linear:
    if float8_cfg is None:
        return nn.Linear(size, out, bias=False)
    return Float8Linear(size, out, float8_cfg)
