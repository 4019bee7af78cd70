"""Updates of single residues and of pairs."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class FoldFp8:
    margin: int = 0


def dense(size: int, fold_fp8: FoldFp8 | None = None) -> nn.Linear:
    made = nn.Linear(size, size)
    if fold_fp8 is not None:
        made.register_buffer("margin", torch.tensor(fold_fp8.margin))
    return made


class TriangleUpdate(nn.Module):
    def __init__(self, size: int, fold_fp8: FoldFp8 | None = None, **extra: object) -> None:
        super().__init__()
        self.extra = extra
        self.out = dense(size, fold_fp8)

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        return pairs + self.out(pairs @ pairs.transpose(1, 2))


class ResidueUpdate(nn.Module):
    def __init__(self, size: int, fold_fp8: FoldFp8 | None = None, **extra: object) -> None:
        super().__init__()
        self.extra = extra
        self.out = dense(size, fold_fp8)

    def forward(self, residues: torch.Tensor) -> torch.Tensor:
        return residues + self.out(residues)
