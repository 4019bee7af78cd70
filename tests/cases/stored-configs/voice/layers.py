"""The detector, and the layer that follows it."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class SlimConfig:
    ratio: float = 0.25


@dataclass
class VoiceConfig:
    size: int = 40
    speakers: int = 2
    slim: SlimConfig | None = None


class SpeakerLayer(nn.Module):
    def __init__(self, size: int, slim: SlimConfig | None = None) -> None:
        super().__init__()
        self.ratio = 1.0 if slim is None else slim.ratio
        self.out = nn.Linear(size, size)

    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return self.out(sound)


class VoiceDetector(nn.Module):
    def __init__(self, size: int, slim: SlimConfig | None = None) -> None:
        super().__init__()
        self.ratio = 1.0 if slim is None else slim.ratio
        self.out = nn.Linear(size, 1)

    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.out(sound))
