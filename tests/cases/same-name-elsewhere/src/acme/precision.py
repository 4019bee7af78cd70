"""The precision of linear layers."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class PrecisionConfig:
    mantissa: int = 3


def linear(
    size: int, out: int, precision_config: PrecisionConfig | None = None
) -> nn.Linear:
    made = nn.Linear(size, out)
    if precision_config is not None:
        made.register_buffer("mantissa", torch.tensor(precision_config.mantissa))
    return made
