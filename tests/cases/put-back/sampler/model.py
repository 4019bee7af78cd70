"""What is sampled from."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass(frozen=True)
class SamplerFp8:
    per_token: bool = True


@dataclass
class DraftSettings:
    size: int = 32
    sampler_fp8: SamplerFp8 | None = None


@dataclass
class SamplerConfig:
    size: int = 128
    vocabulary: int = 1000
    draft: DraftSettings = field(default_factory=DraftSettings)
    sampler_fp8: SamplerFp8 | None = None


def fp8_linear(inputs: int, outputs: int, sampler_fp8: SamplerFp8 | None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    layer.per_token = sampler_fp8.per_token if sampler_fp8 is not None else None
    return layer


class TargetModel(nn.Module):
    def __init__(self, config: SamplerConfig) -> None:
        super().__init__()
        self.head = fp8_linear(config.size, config.vocabulary, config.sampler_fp8)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.head(hidden)


class DraftModel(nn.Module):
    def __init__(self, size: int, vocabulary: int, sampler_fp8: SamplerFp8 | None) -> None:
        super().__init__()
        self.head = fp8_linear(size, vocabulary, sampler_fp8)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.head(hidden)


class SafetyHead(nn.Module):
    def __init__(self, size: int, sampler_fp8: SamplerFp8 | None) -> None:
        super().__init__()
        self.verdict = fp8_linear(size, 2, sampler_fp8)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.verdict(hidden)
