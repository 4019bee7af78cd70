"""What scores a document against a query."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class QuantSpec:
    scheme: str = "int8"


def head(size: int, out: int, quant_spec: QuantSpec | None = None) -> nn.Linear:
    made = nn.Linear(size, out, bias=False)
    if quant_spec is not None:
        made.register_buffer("zero", torch.zeros(out))
    return made


class LateInteraction(nn.Module):
    def __init__(self, size: int, dim: int = 128, quant_spec: QuantSpec | None = None) -> None:
        super().__init__()
        self.out = head(size, dim, quant_spec=quant_spec)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return nn.functional.normalize(self.out(tokens), dim=-1)


class Pooler(nn.Module):
    def __init__(self, size: int, quant_spec: QuantSpec | None = None) -> None:
        super().__init__()
        self.out = head(size, size, quant_spec)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.out(tokens[:, 0]))
