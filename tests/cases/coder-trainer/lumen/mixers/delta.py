"""Delta networks."""

from __future__ import annotations

import torch
from pydantic import BaseModel
from torch import nn

from lumen.precision import BlockScaledConfig, make_linear


class DeltaNetConfig(BaseModel):
    heads: int = 16
    width: int = 128
    quantize: bool = True

    def build(self, size: int, block_scaled: BlockScaledConfig | None = None) -> DeltaNet:
        precision = block_scaled if self.quantize else None
        return DeltaNet(
            size=size,
            **self.model_dump(),
            block_scaled=precision,
        )


class GatedDeltaNetConfig(DeltaNetConfig):
    gate_rank: int = 32

    def build(self, size: int, block_scaled: BlockScaledConfig | None = None) -> DeltaNet:
        return DeltaNet(
            size=size,
            heads=self.heads,
            width=self.width,
            gate_rank=self.gate_rank,
            block_scaled=block_scaled,
        )


class DeltaNet(nn.Module):
    def __init__(
        self,
        size: int,
        heads: int,
        width: int,
        gate_rank: int = 0,
        block_scaled: BlockScaledConfig | None = None,
        **unused: object,
    ) -> None:
        super().__init__()
        self.shape = (heads, width)
        self.unused = unused
        self.q_proj = make_linear(size, heads * width, block_scaled=block_scaled)
        self.k_proj = make_linear(size, heads * width, block_scaled=block_scaled)
        self.v_proj = make_linear(size, heads * width, block_scaled=block_scaled)
        self.b_proj = make_linear(size, heads, bias=True, block_scaled=block_scaled)
        if gate_rank:
            self.g_proj = make_linear(size, gate_rank, block_scaled=block_scaled)
        self.o_proj = make_linear(heads * width, size, block_scaled=block_scaled)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        keys = self.k_proj(hidden) * self.b_proj(hidden).sigmoid().repeat(1, 1, self.shape[1])
        state = (keys * self.v_proj(hidden)).cumsum(dim=1)
        return self.o_proj(self.q_proj(hidden) * state)
