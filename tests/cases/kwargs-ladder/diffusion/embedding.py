"""The timestep and the label, as vectors."""

import torch
from torch import nn

from .lowp import LowPrecision, linear


class TimeEmbedding(nn.Module):
    def __init__(self, size: int, period: float = 1e4, lowp: LowPrecision | None = None) -> None:
        super().__init__()
        self.period = period
        self.inner = linear(size, 4 * size, lowp=lowp)
        self.outer = linear(4 * size, size, lowp=lowp)

    def forward(self, phases: torch.Tensor) -> torch.Tensor:
        return self.outer(torch.sin(self.inner(phases)))


class LabelEmbedding(nn.Module):
    def __init__(self, size: int, period: float = 1.0, lowp: LowPrecision | None = None) -> None:
        super().__init__()
        self.period = period
        self.out = linear(size, size, lowp=lowp)

    def forward(self, labels: torch.Tensor) -> torch.Tensor:
        return self.out(labels * self.period)
