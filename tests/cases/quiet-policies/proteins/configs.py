"""Configs for chains, alone and together."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import nn

from proteins.modules import ConfidenceHead, Fp8Settings, TriangleConfig, fp8_linear


@dataclass
class FoldingConfig:
    """For research; all of it may be quantized."""

    channels: int = 128
    triangles: TriangleConfig = field(default_factory=lambda: TriangleConfig(channels=128))
    fp8: Fp8Settings | None = None

    def update(self) -> nn.Module:
        return self.triangles.build(self.fp8)


@dataclass
class MonomerConfig(FoldingConfig):
    triangles: TriangleConfig = field(  # quantfence: ignore[QF003] retrained in FP8
        default_factory=lambda: TriangleConfig(
            channels=64,
        ),
    )

    @classmethod
    def from_release(cls, release: dict) -> MonomerConfig:
        triangles = TriangleConfig(channels=release["channels"])  # quantfence: ignore[QF003] retrained in FP8
        return cls(channels=release["channels"], triangles=triangles)

    @classmethod
    def from_beta(cls, release: dict) -> MonomerConfig:
        triangles = TriangleConfig(channels=release["channels"])  # quantfence: ignore[QF004]
        return cls(channels=release["channels"], triangles=triangles)


@dataclass
class DimerConfig(FoldingConfig):  # quantfence: ignore[QF003] retrained in FP8
    channels: int = 96


@dataclass
class TrimerConfig(FoldingConfig):  # quantfence: ignore[QF003] retrained in FP8
    triangles: TriangleConfig = field(default_factory=lambda: TriangleConfig(channels=32))


@dataclass
class TetramerConfig(FoldingConfig):
    triangles: TriangleConfig = field(  # quantfence: ignore[QF003] retrained in FP8
        default_factory=lambda: TriangleConfig(channels=16, quantize_triangles=False),
    )


class ConfidenceBlock(nn.Module):
    def __init__(self, config: FoldingConfig) -> None:
        super().__init__()
        kept = config.fp8
        config.fp8 = None
        self.confidence = ConfidenceHead(config.channels, fp8=config.fp8)
        config.fp8 = kept  # quantfence: ignore[QF005] back again
        self.mix = fp8_linear(config.channels, config.channels, config.fp8)

    def forward(self, residues: torch.Tensor) -> torch.Tensor:
        return self.confidence(self.mix(residues))


class SmallConfidenceBlock(nn.Module):
    def __init__(self, config: FoldingConfig) -> None:
        super().__init__()
        self.mix = fp8_linear(config.channels, config.channels, config.fp8)
        config.fp8 = None  # quantfence: ignore[QF005] built last, in a process of its own
        self.confidence = ConfidenceHead(config.channels, fp8=config.fp8)

    def forward(self, residues: torch.Tensor) -> torch.Tensor:
        return self.confidence(self.mix(residues))
