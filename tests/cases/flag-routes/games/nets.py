"""The networks, and a class that is none."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class NarrowConfig:
    bits: int = 8


def dense(size: int, out: int, narrow: NarrowConfig | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if narrow is not None:
        made.register_buffer("bits", torch.tensor(narrow.bits))
    return made


class ValueNet(nn.Module):
    def __init__(
        self,
        size: int,
        narrow: NarrowConfig | None = None,
        frozen: bool = False,
        bits: int = 16,
        **further: object,
    ) -> None:
        super().__init__()
        self.frozen, self.bits, self.further = frozen, bits, further
        self.out = dense(size, 1, narrow)

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.out(board))


class BoardNet(nn.Sequential):
    """Derives from a module of torch."""

    def __init__(self, size: int, depth: int, narrow_board: bool = False) -> None:
        super().__init__(*[nn.Linear(size, size) for _ in range(depth)])
        self.narrow_board = narrow_board


class TwoBoards(nn.Module):
    """Hands its own parameter on."""

    def __init__(self, size: int, narrow_board: bool = False) -> None:
        super().__init__()
        self.own = BoardNet(size, 2, narrow_board=narrow_board)
        self.other = BoardNet(size, 2, narrow_board)

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        return self.own(board) + self.other(board)


class Ledger:
    """Remembers how each network was made."""

    def __init__(self, size: int, narrow_value: bool = False, narrow_board: bool = False) -> None:
        self.size, self.narrow = size, (narrow_value, narrow_board)
