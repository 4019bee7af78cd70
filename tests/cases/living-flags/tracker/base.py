"""What the configs of all parts share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import nn


@dataclass(frozen=True)
class Fp8Scales:
    per_row: bool = False


def projection(inputs: int, outputs: int, fp8_scales: Fp8Scales | None = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=False)
    if fp8_scales is not None:
        layer.per_row = fp8_scales.per_row
    return layer


def scales_for(config: Any, fp8_scales: Fp8Scales | None) -> Fp8Scales | None:
    """What a matcher may be given."""
    return fp8_scales if config.quantize_matching else None
