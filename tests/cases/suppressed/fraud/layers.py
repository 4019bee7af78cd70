"""The layer that scores, and the one before it."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Mxfp4Config:
    block: int = 32


def dense(size: int, out: int, mxfp4: Mxfp4Config | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if mxfp4 is not None:
        made.register_buffer("block", torch.tensor(mxfp4.block))
    return made


class ScoreLayer(nn.Module):
    def __init__(
        self, size: int, note: str = "", mxfp4: Mxfp4Config | None = None, **further: object
    ) -> None:
        super().__init__()
        self.note, self.further = note, further
        self.out = dense(size, 1, mxfp4)

    def forward(self, events: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.out(events))


class EventLayer(nn.Module):
    def __init__(self, size: int, mxfp4: Mxfp4Config | None = None) -> None:
        super().__init__()
        self.out = dense(size, size, mxfp4)

    def forward(self, events: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.out(events))
