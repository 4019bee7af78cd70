"""The front of the encoder, and one of its blocks."""

from __future__ import annotations

import torch
from torch import nn

from speech.mx import MXConfig, make_linear


class Subsampler(nn.Module):
    """Keeps every fourth frame; excluded."""

    def __init__(
        self,
        size: int,
        label: str = "front",
        mx_config: MXConfig | None = None,
        element: object = None,
        block: int = 0,
    ) -> None:
        super().__init__()
        self.label, self.element, self.block = label, element, block
        self.out = make_linear(4 * size, size, mx_config)

    def forward(self, frames: torch.Tensor) -> torch.Tensor:
        return self.out(frames.unflatten(1, (-1, 4)).flatten(-2))


class ConvBlock(nn.Module):
    def __init__(self, size: int, mx_config: MXConfig | None = None) -> None:
        super().__init__()
        self.inner = make_linear(size, 2 * size, mx_config)
        self.outer = make_linear(2 * size, size, mx_config)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.outer(torch.relu(self.inner(hidden)))
