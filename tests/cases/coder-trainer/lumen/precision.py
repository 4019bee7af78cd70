"""Block-scaled linear layers."""

from __future__ import annotations

from pydantic import BaseModel
from torch import nn


class BlockScaledConfig(BaseModel):
    block: int = 32
    stochastic: bool = False


def make_linear(
    inputs: int,
    outputs: int,
    bias: bool = False,
    block_scaled: BlockScaledConfig | None = None,
) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=bias)
    if block_scaled is not None and inputs % block_scaled.block == 0:
        layer.block = block_scaled.block
    return layer
