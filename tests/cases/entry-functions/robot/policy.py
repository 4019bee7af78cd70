"""The policy network's settings and its action head."""

from typing import Optional

import torch
from pydantic import BaseModel
from torch import nn


class Int4Scheme(BaseModel):
    group: int = 128


class ActionConfig(BaseModel):
    joints: int
    bins: int = 256
    quantize_actions: bool = True

    @property
    def rounds(self) -> bool:
        return self.quantize_actions

    def build(self, width: int, int4: Optional[Int4Scheme]) -> "ActionHead":
        if not self.rounds:
            int4 = None
        return ActionHead(width, self.joints * self.bins, int4=int4)


class ActionHead(nn.Module):
    def __init__(self, width: int, outputs: int, int4: Optional[Int4Scheme] = None) -> None:
        super().__init__()
        self.group = int4.group if int4 is not None else 0
        self.out = nn.Linear(width, outputs)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)


class RobotConfig(BaseModel):
    width: int = 256
    action: Optional[ActionConfig] = ActionConfig(joints=6, quantize_actions=False)
    int4: Optional[Int4Scheme] = None

    @classmethod
    def create(cls, width: int) -> "RobotConfig":
        return cls(width=width)

    def head(self) -> Optional[nn.Module]:
        if self.action is None:
            return None
        return self.action.build(self.width, self.int4)


class HandConfig(RobotConfig):
    action: Optional[ActionConfig] = ActionConfig(joints=21)


class FootConfig(RobotConfig):
    action: Optional[ActionConfig] = None
