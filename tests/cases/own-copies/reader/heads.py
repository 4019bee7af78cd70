"""Heads."""

from __future__ import annotations

import torch
from torch import nn

from reader.config import GroupQuant, ReaderConfig


def grouped(inputs: int, outputs: int, group_quant: GroupQuant | None = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    if group_quant is not None:
        layer.group = group_quant.group
    return layer


class AnswerHead(nn.Module):
    def __init__(self, size: int, group_quant: GroupQuant | None = None) -> None:
        super().__init__()
        self.out = grouped(size, 30000, group_quant)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)


class SpanHead(nn.Module):
    def __init__(self, size: int, group_quant: GroupQuant | None = None) -> None:
        super().__init__()
        self.out = grouped(size, 2, group_quant)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)


class OwnAttribute(nn.Module):
    def __init__(self, config: ReaderConfig) -> None:
        super().__init__()
        self.group_quant = config.group_quant
        self.answer = AnswerHead(config.size, self.group_quant)
        self.group_quant = None
        self.spans = SpanHead(config.size, self.group_quant)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.spans(hidden)
