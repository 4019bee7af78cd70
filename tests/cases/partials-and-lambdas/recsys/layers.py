"""Two kinds of interaction between features."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class QConfig:
    bits: int = 8


@dataclass
class ClickConfig:
    width: int = 128
    crosses: int = 3
    qcfg: QConfig | None = None


def dense(width: int, out: int, qcfg: QConfig | None = None) -> nn.Linear:
    layer = nn.Linear(width, out)
    if qcfg is not None:
        layer.register_buffer("bits", torch.tensor(qcfg.bits))
    return layer


class FeatureCross(nn.Module):
    def __init__(
        self, width: int, rank: int = 16, *, name: str = "", qcfg: QConfig | None = None
    ) -> None:
        super().__init__()
        self.name = name
        self.down = dense(width, rank, qcfg)
        self.up = dense(rank, width, qcfg)

    def forward(self, first: torch.Tensor) -> torch.Tensor:
        return first * self.up(self.down(first)) + first


class Tower(nn.Module):
    def __init__(
        self, width: int, rank: int = 64, *, name: str = "", qcfg: QConfig | None = None
    ) -> None:
        super().__init__()
        self.name = name
        self.inner = dense(width, rank, qcfg=qcfg)
        self.outer = dense(rank, width, qcfg=qcfg)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.outer(torch.relu(self.inner(features)))
