"""The language model."""

import torch
from torch import nn

from caption.linear import CaptionConfig, Float8Config, build_linear


class Attention(nn.Module):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.q_proj = build_linear(size, size, float8_cfg=float8_cfg)
        self.k_proj = build_linear(size, size, float8_cfg=float8_cfg)
        self.v_proj = build_linear(size, size, float8_cfg=float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        scores = self.q_proj(hidden) @ self.k_proj(hidden).transpose(1, 2)
        return scores.softmax(dim=-1) @ self.v_proj(hidden)


class SparseMLP(nn.Module):
    def __init__(self, size: int, experts: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.router = build_linear(
            size,
            experts,
            float8_cfg,
        )
        self.router_norm = nn.LayerNorm(size)
        self.experts = nn.ModuleList(
            [build_linear(size, size, float8_cfg) for _ in range(experts)]
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        weights = self.router(self.router_norm(hidden)).softmax(dim=-1).unbind(-1)
        return sum(w.unsqueeze(-1) * expert(hidden) for w, expert in zip(weights, self.experts))


class Layer(nn.Module):
    def __init__(self, config: CaptionConfig) -> None:
        super().__init__()
        self.self_attn = Attention(config.size, float8_cfg=config.float8_cfg)
        self.mlp = SparseMLP(config.size, config.experts, config.float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.mlp(hidden + self.self_attn(hidden))


class Adapter(nn.Module):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.down = build_linear(size, size // 8, float8_cfg)
        self.up = build_linear(size // 8, size, float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.up(torch.relu(self.down(hidden)))


class LanguageModel(nn.Module):
    def __init__(self, config: CaptionConfig) -> None:
        super().__init__()
        self.embed = nn.Embedding(config.words, config.size)
        self.layers = nn.ModuleList()
        for _ in range(config.depth):
            self.layers.append(Layer(config))
        self.adapter = Adapter(config.size, float8_cfg=config.float8_cfg)
        self.second_adapter = Adapter(config.size, float8_cfg=config.float8_cfg)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(words)
        for layer in self.layers:
            hidden = layer(hidden)
        return self.second_adapter(self.adapter(hidden))
