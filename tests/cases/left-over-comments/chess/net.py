"""The network's parts."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class RoundingConfig:
    bits: int = 8


@dataclass
class NetConfig:
    size: int = 256
    rounding: RoundingConfig | None = None


@dataclass
class ValueSettings:
    squares: int = 64
    search_depth: int = 6

    def arguments(self) -> dict:
        kept = asdict(self)
        del kept["search_depth"]
        return kept


def rounded(inputs: int, outputs: int, rounding: RoundingConfig | None = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    layer.bits = None if rounding is None else rounding.bits
    return layer


class PolicyHead(nn.Module):
    def __init__(self, size: int, rounding: RoundingConfig | None = None) -> None:
        super().__init__()
        self.moves = rounded(size, 1858, rounding)

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        return self.moves(board)


class ValueHead(nn.Module):
    def __init__(
        self, size: int, rounding: RoundingConfig | None = None, squares: int = 64, **others: object
    ) -> None:
        super().__init__()
        self.squares, self.others = squares, others
        self.value = rounded(size, 3, rounding)

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        return self.value(board).softmax(dim=-1)
