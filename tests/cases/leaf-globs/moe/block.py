"""Blocks, dense or sparse."""

from dataclasses import dataclass

import torch
from torch import nn

from moe.linear import Float8Config, make
from moe.sparse import DenseFeedForward, SparseFeedForward


@dataclass
class BlockConfig:
    size: int = 256
    experts: int = 8
    float8_cfg: Float8Config | None = None


class SparseBlock(nn.Module):
    def __init__(self, config: BlockConfig) -> None:
        super().__init__()
        self.gate = make(config.size, config.size, config.float8_cfg)
        self.moe = SparseFeedForward(config.size, config.experts, float8_cfg=config.float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.gate(hidden) * self.moe(hidden)


class DenseBlock(nn.Module):
    def __init__(self, config: BlockConfig) -> None:
        super().__init__()
        self.routers = make(config.size, config.size, config.float8_cfg)
        self.mlp = DenseFeedForward(config.size, float8_cfg=config.float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.routers(self.mlp(hidden))


class ExtraSparse(SparseFeedForward):
    """Excluded with its parent, layer by layer."""

    def __init__(self, size: int, experts: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__(size, experts, float8_cfg=float8_cfg)
        self.extra_gate = make(size, 1, float8_cfg=float8_cfg)
        self.extra_expert = make(size, size, float8_cfg=float8_cfg)


def stack(config: BlockConfig) -> nn.Sequential:
    extra = ExtraSparse(config.size, config.experts, config.float8_cfg)
    return nn.Sequential(SparseBlock(config), DenseBlock(config), extra)
