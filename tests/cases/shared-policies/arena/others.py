"""Who plays along, and who counts."""

from typing import Optional

import torch
from pydantic import BaseModel
from torch import nn

from arena.formats import WeightFormat, layer


class PlayerConfig(BaseModel):
    name: str = "anonymous"
    quantize_opponent: bool = False


class OpponentConfig(PlayerConfig):
    rating: int = 1500

    def build(self, size: int, weight_format: Optional[WeightFormat]) -> nn.Module:
        opponent = OpponentNet(size)
        return nn.Sequential(opponent, layer(size, size, weight_format))


class OpponentNet(nn.Module):
    def __init__(self, size: int, weight_format: Optional[WeightFormat] = None) -> None:
        super().__init__()
        self.move = layer(size, size, weight_format)

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        return self.move(state)


class JudgeConfig(BaseModel):
    komi: float = 6.5
    quantize_judge: bool = False


class StrictJudgeConfig(JudgeConfig):
    def build(self, size: int, weight_format: Optional[WeightFormat]) -> "JudgeNet":
        if not self.quantize_judge:
            return JudgeNet(size, self.komi)
        return JudgeNet(size, self.komi, weight_format)


class QuickJudgeConfig(JudgeConfig):
    def build(self, size: int, weight_format: Optional[WeightFormat]) -> "JudgeNet":
        return JudgeNet(size, self.komi, weight_format)


class JudgeNet(nn.Module):
    def __init__(self, size: int, komi: float, weight_format: Optional[WeightFormat] = None) -> None:
        super().__init__()
        self.komi = komi
        self.count = layer(size, 1, weight_format)

    def forward(self, board: torch.Tensor) -> torch.Tensor:
        return self.count(board) - self.komi
