"""The head that decides what is shown."""

from dataclasses import dataclass
from typing import Optional

import torch
from torch import nn


@dataclass(frozen=True)
class QuantizationConfig:
    bits: int = 8


@dataclass
class ModerationConfig:
    labels: int = 5
    quantize_head: bool = True

    def build(self, width: int, quantization_config: Optional[QuantizationConfig]) -> "ModerationHead":
        quantize = self.quantize_head
        return ModerationHead(
            width,
            self.labels,
            quantization_config=quantization_config if quantize else None,
        )


class ModerationHead(nn.Module):
    def __init__(
        self, width: int, labels: int, quantization_config: Optional[QuantizationConfig] = None
    ) -> None:
        super().__init__()
        self.bits = 16 if quantization_config is None else quantization_config.bits
        self.out = nn.Linear(width, labels)

    def forward(self, post: torch.Tensor) -> torch.Tensor:
        return self.out(post).sigmoid()
