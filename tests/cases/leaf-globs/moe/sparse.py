"""The layer with all its gates."""

import torch
from torch import nn

from moe.linear import Float8Config, make


class Scale(nn.Module):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.inner = make(size, size, float8_cfg)
        self.out = make(
            size,
            1,
            float8_cfg,
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.out(torch.relu(self.inner(hidden)))


class SparseFeedForward(nn.Module):
    def __init__(self, size: int, experts: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.size = size
        self.float8_cfg = float8_cfg
        self.gate = make(size, experts, float8_cfg=float8_cfg)
        self.gate_bias = make(size, experts, float8_cfg=None)
        self.shared_gate = make(size, 1, self.float8_cfg if experts > 1 else None)
        setattr(self, "late_gate", make(size, experts, float8_cfg=float8_cfg))
        self.add_module("second_gate", make(size, experts, float8_cfg))
        self.register_module(
            "third_gate",
            make(
                size,
                experts,
                float8_cfg=float8_cfg,
            ),
        )
        self.add_module("second_expert", make(size, size, float8_cfg))
        self.routers = nn.ModuleList(
            [
                make(size, 2**number, float8_cfg=float8_cfg)
                for number in range(experts)
            ]
        )
        self.experts = nn.ModuleList([make(size, size, float8_cfg) for _ in range(experts)])
        self.add_dropped_gate()
        self.add_named_gate("unused")
        self.scale = Scale(size, float8_cfg=float8_cfg)

    def add_dropped_gate(self) -> None:
        cfg = self.float8_cfg
        self.drop_gate = make(self.size, 1, float8_cfg=cfg)

    def add_named_gate(self, name: str) -> None:
        plain = make(self.size, 1)
        self.named_gate = plain
        self.named_expert = make(self.size, self.size, float8_cfg=self.float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        weights = self.gate(hidden).softmax(dim=-1).unbind(-1)
        outputs = [expert(hidden) for expert in self.experts]
        mixed = sum(w.unsqueeze(-1) * out for w, out in zip(weights, outputs))
        return mixed * self.scale(hidden)


class DenseFeedForward(nn.Module):
    """Has a gate of another kind, which may be quantized."""

    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.gate = make(size, 4 * size, float8_cfg=float8_cfg)
        self.down = make(4 * size, size, float8_cfg=float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.down(torch.sigmoid(self.gate(hidden)))
