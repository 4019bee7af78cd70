"""Integer weights."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Int8Spec:
    per_channel: bool = True


def project(width: int, depth: int, int8_spec: "Int8Spec | None" = None) -> nn.Linear:
    layer = nn.Linear(width, depth)
    if int8_spec is not None:
        layer.register_buffer("scale", torch.ones(depth if int8_spec.per_channel else 1))
    return layer
