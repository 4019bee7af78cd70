"""The factory of all linear layers."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Float8Config:
    tile: int = 128


@dataclass
class CaptionConfig:
    size: int = 512
    depth: int = 6
    vision_depth: int = 4
    experts: int = 4
    words: int = 32000
    float8_cfg: Float8Config | None = None


def build_linear(size: int, out: int, float8_cfg: Float8Config | None = None) -> nn.Linear:
    made = nn.Linear(size, out, bias=False)
    if float8_cfg is not None:
        made.register_buffer("tile", torch.tensor(float8_cfg.tile))
    return made
