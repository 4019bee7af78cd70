"""The decoder."""

from __future__ import annotations

import torch
from torch import nn

from lumen.config import CoderConfig
from lumen.feedforward import FeedForward, SparseFeedForward
from lumen.heads import NextTokenHead
from lumen.precision import BlockScaledConfig, make_linear


class DecoderLayer(nn.Module):
    def __init__(
        self,
        size: int,
        mixer_config: object,
        feed_forward: nn.Module,
        block_scaled: BlockScaledConfig | None = None,
    ) -> None:
        super().__init__()
        self.mixer = mixer_config.build(size, block_scaled=block_scaled)
        self.mlp = feed_forward
        self.norm = nn.RMSNorm(size)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        hidden = hidden + self.mixer(self.norm(hidden))
        return hidden + self.mlp(self.norm(hidden))


class Coder(nn.Module):
    def __init__(self, config: CoderConfig) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(config.vocabulary, config.size)
        self.layers = nn.ModuleList([self.build_layer(config, idx) for idx in range(config.depth)])
        self.lm_head = make_linear(config.size, config.vocabulary)
        self.next_token = NextTokenHead.beside(config)

    def build_layer(self, config: CoderConfig, idx: int) -> DecoderLayer:
        sparse = config.delta is None or (idx + 1) % config.sparse_every == 0
        mixer_config = config.sparse if sparse else config.delta
        if idx == 0:
            mlp = FeedForward(config.size, config.block_scaled)
        else:
            mlp = SparseFeedForward(config.size, config.experts, config.block_scaled)
        return DecoderLayer(config.size, mixer_config, mlp, block_scaled=config.block_scaled)

    def forward(self, tokens: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.embed_tokens(tokens)
        for layer in self.layers:
            hidden = layer(hidden)
        return self.lm_head(hidden), self.next_token(hidden)
