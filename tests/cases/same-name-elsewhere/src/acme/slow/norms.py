"""Mixers with a norm before their output."""

import torch
from torch import nn

from acme.precision import PrecisionConfig, linear


class NormedMixer(nn.Module):
    def __init__(self, size: int, precision_config: PrecisionConfig | None = None) -> None:
        super().__init__()
        self.in_proj = linear(size, size, precision_config)
        self.norm = nn.LayerNorm(size)
        self.out_proj = linear(size, size, precision_config)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out_proj(self.norm(self.in_proj(hidden)))
