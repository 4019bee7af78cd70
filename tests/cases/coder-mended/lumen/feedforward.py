"""Feed-forward parts: dense, and with experts."""

from __future__ import annotations

import torch
from torch import nn

from lumen.precision import BlockScaledConfig, make_linear


class FeedForward(nn.Module):
    def __init__(self, size: int, block_scaled: BlockScaledConfig | None = None) -> None:
        super().__init__()
        self.gate_up_proj = make_linear(size, 4 * size, block_scaled=block_scaled)
        self.down_proj = make_linear(2 * size, size, block_scaled=block_scaled)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        gate, up = self.gate_up_proj(hidden).chunk(2, dim=-1)
        return self.down_proj(nn.functional.silu(gate) * up)


class SparseFeedForward(nn.Module):
    def __init__(
        self, size: int, experts: int, block_scaled: BlockScaledConfig | None = None
    ) -> None:
        super().__init__()
        common = dict(size=size, block_scaled=block_scaled)
        self.experts = nn.ModuleList([FeedForward(**common) for _ in range(experts)])
        self.shared_expert = FeedForward(**common)
        self.router = make_linear(size, experts)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        weights = self.router(hidden).softmax(dim=-1).unbind(dim=-1)
        mixed = sum(weight.unsqueeze(-1) * expert(hidden) for weight, expert in zip(weights, self.experts))
        return mixed + self.shared_expert(hidden)
