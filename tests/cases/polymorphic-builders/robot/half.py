"""Four-bit layers."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class HalfByteConfig:
    group: int = 32


def layer(size: int, out: int, hb_config: HalfByteConfig | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if hb_config is not None:
        made.register_buffer("group", torch.tensor(hb_config.group))
    return made
