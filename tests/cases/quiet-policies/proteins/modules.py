"""Modules, with their settings."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Fp8Settings:
    block: int = 128


def fp8_linear(inputs: int, outputs: int, fp8: Fp8Settings | None = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    if fp8 is not None:
        layer.block = fp8.block
    return layer


@dataclass
class TriangleConfig:
    channels: int = 128
    quantize_triangles: bool = True  # quantfence: ignore[QF004] who reads it?

    def build(self, fp8: Fp8Settings | None) -> TriangleUpdate:
        if not self.quantize_triangles:
            fp8 = None
        return TriangleUpdate(**asdict(self), fp8=fp8)  # quantfence: ignore[QF002] it is swallowed


class TriangleUpdate(nn.Module):
    def __init__(self, channels: int, fp8: Fp8Settings | None = None, **ignored: object) -> None:
        super().__init__()
        self.ignored = ignored
        self.gate = fp8_linear(channels, channels, fp8)

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        return pairs * self.gate(pairs).sigmoid()


@dataclass
class DistanceConfig:
    bins: int = 64
    quantize_distances: bool = True  # quantfence: ignore[QF004, QF003] stays for old files

    def build(self, channels: int, fp8: Fp8Settings | None) -> nn.Module:
        distances = DistanceHead(channels, self.bins)
        return nn.Sequential(fp8_linear(channels, channels, fp8), distances)


class DistanceHead(nn.Module):
    def __init__(self, channels: int, bins: int, fp8: Fp8Settings | None = None) -> None:
        super().__init__()
        self.out = fp8_linear(channels, bins, fp8)

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        return self.out(pairs).softmax(dim=-1)


@dataclass
class AngleConfig:
    torsions: int = 7
    quantize_angles: bool = True  # quantfence: ignore[QF004] stays for old files

    def build(self, channels: int, fp8: Fp8Settings | None) -> AngleHead:
        return AngleHead(channels, self.torsions, fp8=fp8)


class AngleHead(nn.Module):
    def __init__(self, channels: int, torsions: int, fp8: Fp8Settings | None = None) -> None:
        super().__init__()
        self.out = fp8_linear(channels, 2 * torsions, fp8)

    def forward(self, residues: torch.Tensor) -> torch.Tensor:
        return self.out(residues)


class ConfidenceHead(nn.Module):
    def __init__(self, channels: int, fp8: Fp8Settings | None = None) -> None:
        super().__init__()
        self.out = fp8_linear(channels, 50, fp8)

    def forward(self, residues: torch.Tensor) -> torch.Tensor:
        return self.out(residues)
