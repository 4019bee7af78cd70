"""What is not excluded."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Int4Config:
    group: int = 32


@dataclass
class VoiceConfig:
    size: int = 256
    depth: int = 3
    int4: Int4Config | None = None


def dense(size: int, out: int, int4: Int4Config | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if int4 is not None:
        made.register_buffer("group", torch.tensor(int4.group))
    return made


class Contour(nn.Module):
    """A curve over time; its base classes and its users may be quantized."""

    def __init__(self, size: int, int4: Int4Config | None = None) -> None:
        super().__init__()
        self.inner = dense(size, size, int4)
        self.outer = dense(size, 1, int4=int4)

    def forward(self, text: torch.Tensor) -> torch.Tensor:
        return self.outer(torch.relu(self.inner(text)))
