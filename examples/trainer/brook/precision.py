"""What makes a layer FP8, and the layers that it makes."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Fp8Settings:
    """Model-wide: a layer that receives it computes in FP8, a layer that receives None in BF16."""

    block: int = 128


class Fp8Linear(nn.Linear):
    def __init__(self, inputs: int, outputs: int, settings: Fp8Settings) -> None:
        super().__init__(inputs, outputs, bias=False)
        self.register_buffer("scales", torch.ones(outputs // settings.block + 1))


def projection(inputs: int, outputs: int, fp8: Fp8Settings | None = None) -> nn.Module:
    if fp8 is None:
        return nn.Linear(inputs, outputs, bias=False)
    return Fp8Linear(inputs, outputs, fp8)
