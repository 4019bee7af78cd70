"""Released sizes."""

from __future__ import annotations

from lumen.config import CoderConfig
from lumen.mixers import DeltaNetConfig, GatedDeltaNetConfig, SparseConfig


def coder_7b() -> CoderConfig:
    config = CoderConfig(size=4096, delta=GatedDeltaNetConfig(heads=32))
    config.delta.quantize = False
    return config


def coder_30b() -> CoderConfig:
    return CoderConfig(
        size=6144,
        depth=48,
        experts=128,
        delta=GatedDeltaNetConfig(
            heads=48,
            gate_rank=64,
        ),
        sparse=SparseConfig(heads=64, quantize_indexer=False),
    )


def coder_debug() -> CoderConfig:
    """Two layers, for tests; nobody lists it."""
    return CoderConfig(size=64, depth=2, delta=DeltaNetConfig(heads=2), sparse=SparseConfig(heads=2))
