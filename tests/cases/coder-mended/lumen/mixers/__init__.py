"""Token mixers, each with the config that builds it."""

from lumen.mixers.delta import DeltaNet, DeltaNetConfig, GatedDeltaNetConfig
from lumen.mixers.sparse import SparseAttention, SparseConfig, SparseIndexer

__all__ = [
    "DeltaNet",
    "DeltaNetConfig",
    "GatedDeltaNetConfig",
    "SparseAttention",
    "SparseConfig",
    "SparseIndexer",
]
