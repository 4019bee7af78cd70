"""The convolution module of an encoder block."""

from dataclasses import dataclass
from typing import Optional

import torch
from pydantic import BaseModel
from torch import nn


@dataclass(frozen=True)
class Int8Plan:
    group: int = 32


def linear(size_in: int, size_out: int, int8_plan: Optional[Int8Plan] = None) -> nn.Linear:
    layer = nn.Linear(size_in, size_out)
    if int8_plan is not None:
        layer.register_buffer("scales", torch.ones(size_out, size_in // int8_plan.group))
    return layer


class ConvConfig(BaseModel):
    kernel: int = 31
    quantize_conv: bool = True

    def build(self, width: int, int8_plan: Optional[Int8Plan]) -> "ConvModule":
        return ConvModule(width, self.kernel, int8_plan=int8_plan if self.quantize_conv else None)


class ConvModule(nn.Module):
    def __init__(self, width: int, kernel: int, int8_plan: Optional[Int8Plan] = None) -> None:
        super().__init__()
        self.expand = linear(width, 2 * width, int8_plan=int8_plan)
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.shrink = linear(width, width, int8_plan=int8_plan)

    def forward(self, frames: torch.Tensor) -> torch.Tensor:
        value, gate = self.expand(frames).chunk(2, dim=-1)
        mixed = self.depthwise((value * gate.sigmoid()).transpose(1, 2)).transpose(1, 2)
        return self.shrink(mixed)
