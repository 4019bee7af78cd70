"""The mixers, each with its config."""

from __future__ import annotations

from typing import Any

import torch
from pydantic import BaseModel
from torch import nn

from hybrid.linear import Float8Config, build_linear


class ScanConfig(BaseModel):
    state_size: int = 16
    quantize_scan: bool = True

    def build(self, hidden_size: int, float8_cfg: Float8Config | None = None) -> SelectiveScan:
        return SelectiveScan(
            hidden_size=hidden_size,
            float8_cfg=float8_cfg if self.quantize_scan else None,
            **self.model_dump(exclude={"quantize_scan"}),
        )


class AttentionConfig(BaseModel):
    num_heads: int = 8
    gated: bool = True
    window_first: bool = False

    def build(self, hidden_size: int, float8_cfg: Float8Config | None = None) -> LatentAttention:
        attention_cls = LatentAttention if self.gated else GatelessAttention
        return attention_cls(
            hidden_size=hidden_size,
            float8_cfg=float8_cfg,
            **self.model_dump(exclude={"gated"}),
        )


class SelectiveScan(nn.Module):
    def __init__(
        self, hidden_size: int, state_size: int, float8_cfg: Float8Config | None = None
    ) -> None:
        super().__init__()
        self.in_proj = build_linear(hidden_size, 2 * state_size, float8_cfg=float8_cfg)
        self.out_proj = build_linear(state_size, hidden_size, float8_cfg=float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        keep, write = self.in_proj(hidden).chunk(2, dim=-1)
        return self.out_proj((torch.sigmoid(keep) * write).cumsum(dim=1))


class LatentAttention(nn.Module):
    def __init__(
        self,
        hidden_size: int,
        num_heads: int,
        float8_cfg: Float8Config | None = None,
        **retired: Any,
    ) -> None:
        super().__init__()
        self.heads = (num_heads, hidden_size // num_heads)
        self.float8_cfg = float8_cfg
        self.qkv_proj = build_linear(hidden_size, 3 * hidden_size, float8_cfg=float8_cfg)
        self.o_proj = build_linear(hidden_size, hidden_size, float8_cfg=float8_cfg)
        self.gate = self.build_gate(hidden_size)

    def build_gate(self, hidden_size: int) -> nn.Module:
        return build_linear(
            hidden_size,
            hidden_size,
            float8_cfg=self.float8_cfg,
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        query, key, value = (
            part.unflatten(-1, self.heads).transpose(1, 2)
            for part in self.qkv_proj(hidden).chunk(3, dim=-1)
        )
        mixed = nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        mixed = mixed.transpose(1, 2).flatten(-2)
        return self.o_proj(mixed * torch.sigmoid(self.gate(hidden)))


class GatelessAttention(LatentAttention):
    def build_gate(self, hidden_size: int) -> nn.Module:
        return nn.Identity()
