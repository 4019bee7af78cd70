"""The decoder of the baseline, whose copying head was never released."""

import torch
from torch import nn

from translate.attention import SelfAttention, dense
from translate.decoder import DecoderConfig


class CopyDecoder(nn.Module):
    def __init__(self, config: DecoderConfig) -> None:
        super().__init__()
        self.own = SelfAttention(config.size, compression=config.compression)
        self.copy_head = dense(config.size, 1, compression=config.compression)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.copy_head(self.own(hidden, hidden)))
