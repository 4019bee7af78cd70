"""The two ways in which a block mixes tokens, each with its settings, which build it."""

from __future__ import annotations

from pydantic import BaseModel
import torch
from torch import nn

from brook.precision import Fp8Settings, projection


class AttentionConfig(BaseModel):
    heads: int = 8

    def build(self, width: int, fp8: Fp8Settings | None = None) -> Attention:
        return Attention(**self.model_dump(), width=width, fp8=fp8)


class RetentionConfig(BaseModel):
    heads: int = 8
    half_life: float = 256.0

    def build(self, width: int, fp8: Fp8Settings | None = None) -> Retention:
        return Retention(
            **self.model_dump(),
            width=width,
            fp8=fp8,
        )


class Attention(nn.Module):
    def __init__(self, heads: int, width: int, fp8: Fp8Settings | None = None) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = projection(width, 3 * width, fp8)
        self.out = projection(width, width, fp8)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        query, key, value = self.qkv(hidden).chunk(3, dim=-1)
        return self.out(nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True))


class Retention(nn.Module):
    def __init__(self, heads: int, half_life: float, width: int, fp8: Fp8Settings | None = None) -> None:
        super().__init__()
        self.heads, self.decay = heads, 0.5 ** (1 / half_life)
        self.key = projection(width, width, fp8)
        self.value = projection(width, width, fp8)
        self.gate = projection(width, width, fp8)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        state, steps = torch.zeros_like(hidden[:, 0]), []
        for step in hidden.unbind(dim=1):
            state = self.decay * state + self.key(step) * self.value(step)
            steps.append(torch.sigmoid(self.gate(step)) * state)
        return torch.stack(steps, dim=1)
