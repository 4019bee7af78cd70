"""Four bits for a weight."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class NF4Config:
    block: int = 64


def fold(size: int, out: int, nf4: NF4Config | None = None) -> nn.Module:
    made = nn.Linear(size, out)
    if nf4 is not None:
        made.register_buffer("block", torch.tensor(nf4.block))
    return made
