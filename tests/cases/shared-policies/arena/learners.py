"""Who learns."""

from typing import Optional, Tuple

import torch
from pydantic import BaseModel
from torch import nn

from arena.formats import WeightFormat, layer


class CriticConfig(BaseModel):
    depth: int = 2
    quantize_critic: bool = True

    def build(
        self, size: int, weight_format: Optional[WeightFormat]
    ) -> "Tuple[ValueNet, Baseline]":
        value = ValueNet(size, self.depth, weight_format if self.quantize_critic else None)
        baseline = Baseline(
            size,
            weight_format,
        )
        return value, baseline


class ValueNet(nn.Module):
    def __init__(self, size: int, depth: int, weight_format: Optional[WeightFormat]) -> None:
        super().__init__()
        self.layers = nn.ModuleList([layer(size, size, weight_format) for _ in range(depth)])

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        for inner in self.layers:
            state = torch.tanh(inner(state))
        return state.mean(dim=-1)


class Baseline(nn.Module):
    def __init__(self, size: int, weight_format: Optional[WeightFormat]) -> None:
        super().__init__()
        self.out = layer(size, 1, weight_format)

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        return self.out(state)


class ActorConfig(BaseModel):
    moves: int = 361
    quantize_actor: bool = True

    def build(self, size: int, weight_format: Optional[WeightFormat]) -> "ActorNet":
        kept = self.model_dump(exclude={"quantize_actor"})
        return ActorNet(size, weight_format=weight_format, **kept)

    def build_reference(self, size: int) -> "ReferenceNet":
        return ReferenceNet(size, self.moves, weight_format=None)


class ActorNet(nn.Module):
    def __init__(self, size: int, moves: int, weight_format: Optional[WeightFormat]) -> None:
        super().__init__()
        self.move = layer(size, moves, weight_format)

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        return self.move(state).softmax(dim=-1)


class ReferenceNet(nn.Module):
    def __init__(self, size: int, moves: int, weight_format: Optional[WeightFormat]) -> None:
        super().__init__()
        self.move = layer(size, moves, weight_format)

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        return self.move(state).log_softmax(dim=-1)
