"""Attention to the tokens that an indexer picks."""

from __future__ import annotations

import logging

import torch
from pydantic import BaseModel
from torch import nn

from lumen.precision import BlockScaledConfig, make_linear

log = logging.getLogger(__name__)


class SparseConfig(BaseModel):
    heads: int = 32
    picked: int = 2048
    dump_stats: bool = False
    quantize_indexer: bool = True

    def build(self, size: int, block_scaled: BlockScaledConfig | None = None) -> SparseAttention:
        if self.dump_stats:
            log.info("picks %d tokens for %d heads", self.picked, self.heads)
        return SparseAttention(
            size,
            **self.model_dump(exclude={"quantize_indexer", "dump_stats"}),
            block_scaled=block_scaled,
            indexer_block_scaled=block_scaled if self.quantize_indexer else None,
        )


class SparseAttention(nn.Module):
    def __init__(
        self,
        size: int,
        heads: int,
        picked: int,
        block_scaled: BlockScaledConfig | None = None,
        indexer_block_scaled: BlockScaledConfig | None = None,
    ) -> None:
        super().__init__()
        self.heads = heads
        self.qkv_proj = make_linear(size, 3 * size, block_scaled=block_scaled)
        self.o_proj = make_linear(size, size, block_scaled=block_scaled)
        self.indexer = SparseIndexer(
            size,
            picked,
            block_scaled=indexer_block_scaled,
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
