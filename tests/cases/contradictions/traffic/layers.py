"""The plan, and the layer that estimates the traffic."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class CompactConfig:
    bits: int = 8


class FlowEstimate(nn.Module):
    def __init__(self, size: int, compact: CompactConfig | None = None) -> None:
        super().__init__()
        self.bits = 16 if compact is None else compact.bits
        self.out = nn.Linear(size, size)

    def forward(self, cars: torch.Tensor) -> torch.Tensor:
        return self.out(cars)


class SignalPlan(FlowEstimate):
    pass
