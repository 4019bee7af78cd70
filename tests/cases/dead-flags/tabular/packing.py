"""Linear layers whose weights are packed."""

from __future__ import annotations

from dataclasses import dataclass

from torch import nn


@dataclass(frozen=True)
class PackedConfig:
    bits: int = 4


def packed_linear(inputs: int, outputs: int, packed: PackedConfig | None = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    layer.bits = packed.bits if packed is not None else 16
    return layer
