"""Layers with a config for weights, one for activations and one for states."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class WeightConfig:
    bits: int = 4


@dataclass(frozen=True)
class ActivationConfig:
    bits: int = 8


@dataclass(frozen=True)
class CacheConfig:
    bits: int = 8
    length: int = 512


class Layer(nn.Module):
    def __init__(
        self,
        size: int,
        weight_cfg: WeightConfig | None = None,
        act_cfg: ActivationConfig | None = None,
        cache_cfg: CacheConfig | None = None,
    ) -> None:
        super().__init__()
        self.out = nn.Linear(size, size)
        self.bits = (weight_cfg and weight_cfg.bits, act_cfg and act_cfg.bits)
        self.length = 0 if cache_cfg is None else cache_cfg.length

    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return self.out(sound)


class WakeDetector(Layer):
    pass


class EchoCanceller(Layer):
    pass


class Equalizer(Layer):
    pass
