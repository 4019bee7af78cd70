"""What does it cost to quantize what must not be?"""

from __future__ import annotations

from torch import nn

from lumen.config import CoderConfig
from lumen.mixers import DeltaNet, DeltaNetConfig, SparseConfig, SparseIndexer
from lumen.model import Coder
from lumen.precision import BlockScaledConfig


def everything(hf: dict) -> Coder:
    """All of it, on purpose: the config is ours, and so is its policy."""
    config = CoderConfig.from_hf(hf)
    config.delta = DeltaNetConfig(heads=config.delta.heads, quantize=True)
    config.sparse = SparseConfig(quantize_indexer=True)
    config.block_scaled = BlockScaledConfig(stochastic=True)
    return Coder(config)


def one_delta(size: int, block_scaled: BlockScaledConfig) -> nn.Module:
    return DeltaNet(  # quantfence: ignore[QF001] what we want to measure
        size,
        heads=4,
        width=size // 4,
        block_scaled=block_scaled,
    )


def one_indexer(size: int, block_scaled: BlockScaledConfig) -> nn.Module:
    exact = SparseIndexer(size, picked=64)
    return nn.Sequential(exact, nn.Linear(size, block_scaled.block))
