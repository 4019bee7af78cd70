"""Layers, of which three are to be left alone."""

from typing import Optional

import torch
from torch import nn

from engine.config import QuantScheme


def make(inputs: int, outputs: int, quant_scheme: Optional[QuantScheme] = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    if quant_scheme is not None:
        layer.bits = quant_scheme.bits
    return layer


class Mixer(nn.Module):
    def __init__(self, size: int, quant_scheme: Optional[QuantScheme] = None) -> None:
        super().__init__()
        self.mix = make(size, size, quant_scheme)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.mix(hidden)


class ExpertRouter(nn.Module):
    def __init__(self, size: int, experts: int, quant_scheme: Optional[QuantScheme] = None) -> None:
        super().__init__()
        self.gate = make(size, experts, quant_scheme)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.gate(hidden).softmax(dim=-1)


class RewardHead(nn.Module):
    def __init__(self, size: int, quant_scheme: Optional[QuantScheme] = None) -> None:
        super().__init__()
        self.out = make(size, 1, quant_scheme)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)


class Probe(nn.Module):
    def __init__(self, size: int, quant_scheme: Optional[QuantScheme] = None) -> None:
        super().__init__()
        self.out = make(size, 2, quant_scheme)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)
