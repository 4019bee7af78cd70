"""The same scan, step by step; its layers may be quantized."""

import torch
from torch import nn

from ..precision import PrecisionConfig, linear


class ScanMixer(nn.Module):
    def __init__(self, size: int, precision_config: PrecisionConfig | None = None) -> None:
        super().__init__()
        self.keep = linear(size, size, precision_config)
        self.write = linear(size, size, precision_config)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        state, outputs = torch.zeros_like(hidden[:, 0]), []
        for step in hidden.unbind(1):
            state = torch.sigmoid(self.keep(step)) * state + self.write(step)
            outputs.append(state)
        return torch.stack(outputs, dim=1)


class EdgeMixer(ScanMixer):
    """A scan that forgets at once."""


class Scan:
    """Not a module: the range that a scan goes over."""

    def __init__(self, size: int, precision_config: PrecisionConfig | None = None) -> None:
        self.size, self.precision_config = size, precision_config
