"""FP8 layers."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Float8Config:
    tile: int = 128


class Float8Linear(nn.Linear):
    def __init__(self, size: int, out: int, float8_cfg: Float8Config) -> None:
        super().__init__(size, out, bias=False)
        self.register_buffer("tile", torch.tensor(float8_cfg.tile))


def make(size: int, out: int, float8_cfg: Float8Config | None = None) -> nn.Module:
    if float8_cfg is None:
        return nn.Linear(size, out, bias=False)
    return Float8Linear(size, out, float8_cfg)
