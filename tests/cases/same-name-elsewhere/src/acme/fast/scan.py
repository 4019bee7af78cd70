"""A scan in one kernel."""

import torch
from torch import nn

from ..precision import PrecisionConfig, linear


class ScanMixer(nn.Module):
    def __init__(self, size: int, precision_config: PrecisionConfig | None = None) -> None:
        super().__init__()
        self.gates = linear(size, 2 * size, precision_config)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        keep, write = torch.sigmoid(self.gates(hidden)).chunk(2, dim=-1)
        return keep * hidden + write * hidden.cumsum(dim=1)


class EdgeMixer(nn.Module):
    def __init__(self, size: int, precision_config: PrecisionConfig | None = None) -> None:
        super().__init__()
        self.out = linear(size, size, precision_config)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)
