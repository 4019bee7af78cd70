"""A pointer network over the canvas."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Fp4Recipe:
    block: int = 16


def fp4_linear(inputs: int, outputs: int, fp4: Fp4Recipe | None = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=False)
    if fp4 is not None:
        layer.register_buffer("block_scales", torch.ones(outputs, inputs // fp4.block))
    return layer


@dataclass
class PointerConfig:
    size: int = 64
    quantize_pointer: bool = True
    hops: int = 1

    def build(self, hidden: int, fp4: Fp4Recipe | None = None) -> PointerNet:
        recipe = None
        if self.quantize_pointer:
            recipe = fp4
        return PointerNet(hidden, self.size, self.hops, fp4=recipe)


class PointerNet(nn.Module):
    def __init__(self, hidden: int, size: int, hops: int, fp4: Fp4Recipe | None = None) -> None:
        super().__init__()
        self.hops = hops
        self.query = fp4_linear(hidden, size, fp4=fp4)
        self.key = fp4_linear(hidden, size, fp4=fp4)

    def forward(self, stroke: torch.Tensor, canvas: torch.Tensor) -> torch.Tensor:
        return (self.query(stroke).unsqueeze(1) * self.key(canvas)).sum(dim=-1).softmax(dim=-1)
