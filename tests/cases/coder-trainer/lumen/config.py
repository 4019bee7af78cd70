"""The configs of the coder family."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from lumen.mixers import DeltaNetConfig, GatedDeltaNetConfig, SparseConfig
from lumen.precision import BlockScaledConfig


class CoderConfig(BaseModel):
    vocabulary: int = 150000
    size: int = 2048
    depth: int = 28
    experts: int = 64
    sparse_every: int = 4
    delta: DeltaNetConfig | GatedDeltaNetConfig | None = Field(
        default_factory=lambda: DeltaNetConfig(heads=16, quantize=False)
    )
    sparse: SparseConfig = SparseConfig(quantize_indexer=False)
    block_scaled: BlockScaledConfig | None = None

    @classmethod
    def from_hf(cls, hf: dict[str, Any]) -> CoderConfig:
        delta = DeltaNetConfig(heads=hf["linear_num_heads"], width=hf["linear_head_dim"])
        return cls(
            vocabulary=hf["vocab_size"],
            size=hf["hidden_size"],
            depth=hf["num_hidden_layers"],
            delta=delta.model_copy(update={"quantize": False}),
        )


class CoderMiniConfig(CoderConfig):
    size: int = 512
    depth: int = 12
    sparse: SparseConfig = SparseConfig(heads=8)
