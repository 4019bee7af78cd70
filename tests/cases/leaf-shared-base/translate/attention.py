"""Attention over oneself and over the source."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class CompressionConfig:
    ratio: float = 0.5


def dense(size: int, out: int, compression: CompressionConfig | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if compression is not None:
        made.register_buffer("ratio", torch.tensor(compression.ratio))
    return made


class Attention(nn.Module):
    def __init__(self, size: int, compression: CompressionConfig | None = None) -> None:
        super().__init__()
        self.compression = compression
        self.value = dense(size, size, compression)
        self.build_score(size)

    def build_score(self, size: int) -> None:
        self.score = dense(size, size, compression=self.compression)

    def forward(self, query: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
        weights = self.score(query) @ source.transpose(1, 2)
        return weights.softmax(dim=-1) @ self.value(source)


class SelfAttention(Attention):
    pass


class CrossAttention(Attention):
    pass


class LocalCrossAttention(CrossAttention):
    def build_score(self, size: int) -> None:
        self.score = dense(size, size, compression=None)
        self.window = dense(size, 1, compression=self.compression)


class WideCrossAttention(CrossAttention):
    def build_score(self, size: int) -> None:
        wide = dense(
            size,
            2 * size,
            self.compression,
        )
        self.score = wide
