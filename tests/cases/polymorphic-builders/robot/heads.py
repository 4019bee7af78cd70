"""What stands on the trunk."""

import torch
from torch import nn

from robot.half import HalfByteConfig, layer


class Head(nn.Module):
    def __init__(self, size: int, joints: int, hb_config: HalfByteConfig | None = None) -> None:
        super().__init__()
        self.out = layer(size, joints, hb_config=hb_config)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(hidden)


class PoseHead(Head):
    pass


class GripHead(Head):
    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(super().forward(hidden))


class TorqueHead(Head):
    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.tanh(super().forward(hidden))


class DampedTorqueHead(TorqueHead):
    def __init__(self, size: int, joints: int, damping: float, **kwargs) -> None:
        super().__init__(size, joints, **kwargs)
        self.damping = damping

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.damping * super().forward(hidden)
