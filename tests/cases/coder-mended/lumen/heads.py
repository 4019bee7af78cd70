"""A head that guesses one token further."""

from __future__ import annotations

import torch
from torch import nn

from lumen.config import CoderConfig
from lumen.precision import BlockScaledConfig, make_linear


class NextTokenHead(nn.Module):
    def __init__(
        self, size: int, vocabulary: int, block_scaled: BlockScaledConfig | None = None
    ) -> None:
        super().__init__()
        self.eh_proj = make_linear(size, size, block_scaled=block_scaled)
        self.out = make_linear(size, vocabulary, block_scaled=block_scaled)

    @classmethod
    def beside(cls, config: CoderConfig) -> NextTokenHead:
        return cls(config.size, config.vocabulary)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(torch.tanh(self.eh_proj(hidden)))
