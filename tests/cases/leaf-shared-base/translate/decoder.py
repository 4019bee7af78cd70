"""The decoder that may copy words of the source."""

from dataclasses import dataclass

import torch
from torch import nn

from translate.attention import (
    CompressionConfig,
    CrossAttention,
    LocalCrossAttention,
    SelfAttention,
    WideCrossAttention,
    dense,
)


@dataclass
class DecoderConfig:
    size: int = 512
    compression: CompressionConfig | None = None


class CopyDecoder(nn.Module):
    def __init__(self, config: DecoderConfig) -> None:
        super().__init__()
        size, compression = config.size, config.compression
        self.own = SelfAttention(size, compression)
        self.source = CrossAttention(size, compression)
        self.near = LocalCrossAttention(size, compression)
        self.wide = WideCrossAttention(size, compression)
        self.word_head = dense(size, 32000, compression=compression)
        self.copy_head = dense(size, 1, compression=compression)

    def forward(self, hidden: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
        hidden = self.source(self.own(hidden, hidden), source)
        return torch.sigmoid(self.copy_head(hidden)) * self.word_head(hidden)
