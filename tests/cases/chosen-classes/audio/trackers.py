"""Loudness, pitch, and what they share."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Float8Settings:
    amax_history: int = 16


@dataclass
class VocoderConfig:
    bands: int = 80
    tracker: str = "loudness"
    float8_settings: Float8Settings | None = None


def dense(size: int, out: int, float8_settings: Float8Settings | None = None) -> nn.Linear:
    layer = nn.Linear(size, out)
    if float8_settings is not None:
        layer.register_buffer("amax", torch.zeros(float8_settings.amax_history))
    return layer


class LoudnessTracker(nn.Module):
    def __init__(self, bands: int, float8_settings: Float8Settings | None = None) -> None:
        super().__init__()
        self.out = dense(bands, 1, float8_settings)

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        return self.out(bands.abs())


class PitchTracker(nn.Module):
    def __init__(self, bands: int, float8_settings: Float8Settings | None = None) -> None:
        super().__init__()
        self.out = dense(bands, 360, float8_settings)

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        return self.out(bands).softmax(dim=-1)
