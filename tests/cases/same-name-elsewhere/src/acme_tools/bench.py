"""Measures a mixer that is written here."""

import torch
from torch import nn

from acme.precision import PrecisionConfig, linear
from acme.slow.scan import ScanMixer as FastScan


class ScanMixer(nn.Module):
    """The smallest thing that scans."""

    def __init__(self, size: int, precision_config: PrecisionConfig | None = None) -> None:
        super().__init__()
        self.out = linear(size, size, precision_config=precision_config)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden.cumsum(dim=1))


def candidates(size: int, precision_config: PrecisionConfig | None) -> dict[str, nn.Module]:
    return {
        "own": ScanMixer(size, precision_config=precision_config),
        "plain": FastScan(size, precision_config=precision_config),
    }
