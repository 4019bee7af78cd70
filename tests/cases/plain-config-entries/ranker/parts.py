"""Parts of a ranker, and their plain configs."""

from __future__ import annotations

import torch
from torch import nn


def linear(inputs: int, outputs: int, quant_config=None) -> nn.Module:
    layer = nn.Linear(inputs, outputs)
    if quant_config is not None:
        layer.bits = quant_config.bits
    return layer


class ScorerConfig:
    def __init__(self, width: int, depth: int = 2, quantize: bool = False) -> None:
        self.width = width
        self.depth = depth
        self.quantize = quantize

    def build(self, quant_config=None) -> Scorer:
        return Scorer(self.width, self.depth, quant_config=quant_config if self.quantize else None)


class LoudScorerConfig(ScorerConfig):
    def __init__(self, width: int) -> None:
        super().__init__(width, depth=1, quantize=True)


class Scorer(nn.Module):
    def __init__(self, width: int, depth: int, quant_config=None) -> None:
        super().__init__()
        self.layers = nn.ModuleList([linear(width, width, quant_config) for _ in range(depth)])

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            pairs = torch.relu(layer(pairs))
        return pairs.sum(dim=-1)


class CrossConfig:
    def __init__(self, width: int, *, quantize: bool) -> None:
        self.width = width
        self.quantize = quantize

    def build(self, quant_config=None) -> CrossLayer:
        if not self.quantize:
            return CrossLayer(self.width)
        return CrossLayer(self.width, quant_config=quant_config)


class CrossLayer(nn.Module):
    def __init__(self, width: int, quant_config=None) -> None:
        super().__init__()
        self.cross = linear(width, width, quant_config=quant_config)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return features + features * self.cross(features)


class PoolingConfig:
    def __init__(self, width: int) -> None:
        self.width = width
        self.quantize = True

    def build(self, quant_config=None) -> HistoryPooling:
        quant_config = quant_config if self.quantize else None
        return HistoryPooling(self.width, quant_config=quant_config)


class HistoryPooling(nn.Module):
    def __init__(self, width: int, quant_config=None) -> None:
        super().__init__()
        self.weigh = linear(width, 1, quant_config=quant_config)

    def forward(self, history: torch.Tensor) -> torch.Tensor:
        return (self.weigh(history).softmax(dim=1) * history).sum(dim=1)
