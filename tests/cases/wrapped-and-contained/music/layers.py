"""A detector, a filter, and a wrapper for either."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class NibbleConfig:
    group: int = 16


@dataclass
class MusicConfig:
    size: int = 48
    voices: int = 3
    nibble: NibbleConfig | None = None


class Layer(nn.Module):
    def __init__(self, size: int, hop: int = 1, *, nibble: NibbleConfig | None = None) -> None:
        super().__init__()
        self.hop = hop
        self.out = nn.Linear(size, size)
        self.group = 0 if nibble is None else nibble.group

    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return self.out(sound[:, :: self.hop])


class OnsetDetector(Layer):
    pass


class BandFilter(Layer):
    pass


class LowRankWrapper(nn.Module):
    """Adds two small layers of its own to a finished one."""

    def __init__(self, inner: nn.Module, size: int, nibble: NibbleConfig | None = None) -> None:
        super().__init__()
        self.inner = inner
        self.down = BandFilter(size, nibble=nibble)

    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return self.inner(sound) + self.down(sound)


def checkpointed(layer: nn.Module) -> nn.Module:
    layer.requires_grad_(True)
    return layer
