"""Attention to the tokens that an indexer picks."""

from __future__ import annotations

import torch
from pydantic import BaseModel
from torch import nn

from lumen.precision import BlockScaledConfig, make_linear


class SparseConfig(BaseModel):
    heads: int = 32
    picked: int = 2048
    dump_stats: bool = False
    quantize_indexer: bool = True

    def build(self, size: int, block_scaled: BlockScaledConfig | None = None) -> SparseAttention:
        return SparseAttention(
            size,
            **self.model_dump(exclude={"quantize_indexer", "dump_stats"}),
            dump_stats=self.dump_stats,
            block_scaled=block_scaled,
        )


class SparseAttention(nn.Module):
    def __init__(
        self,
        size: int,
        heads: int,
        picked: int,
        dump_stats: bool = False,
        block_scaled: BlockScaledConfig | None = None,
    ) -> None:
        super().__init__()
        self.heads = heads
        self.dump_stats = dump_stats
        self.qkv_proj = make_linear(size, 3 * size, block_scaled=block_scaled)
        self.o_proj = make_linear(size, size, block_scaled=block_scaled)
        self.indexer = SparseIndexer(
            size,
            picked,
            block_scaled=block_scaled,
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        query, key, value = self.qkv_proj(hidden).chunk(3, dim=-1)
        scores = (query @ key.transpose(1, 2)).masked_fill(~self.indexer(hidden), float("-inf"))
        return self.o_proj(scores.softmax(dim=-1) @ value)


class SparseIndexer(nn.Module):
    def __init__(
        self, size: int, picked: int, block_scaled: BlockScaledConfig | None = None
    ) -> None:
        super().__init__()
        self.picked = picked
        self.weights_proj = make_linear(size, 1, block_scaled=block_scaled)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        order = self.weights_proj(hidden).squeeze(-1).argsort(dim=-1, descending=True)
        return order.argsort(dim=-1).lt(self.picked).unsqueeze(1)
