"""The decoder, and the small one that drafts for it."""

import torch
from torch import nn

from hybrid.config import HybridConfig
from hybrid.linear import Float8Config, build_linear
from hybrid.mixers import AttentionConfig, ScanConfig, SelectiveScan


class HybridLayer(nn.Module):
    def __init__(
        self,
        *,
        hidden_size: int,
        mixer_config: ScanConfig | AttentionConfig,
        float8_cfg: Float8Config | None = None,
    ) -> None:
        super().__init__()
        self.norm = nn.RMSNorm(hidden_size)
        self.mixer = mixer_config.build(hidden_size=hidden_size, float8_cfg=float8_cfg)
        self.up = build_linear(hidden_size, 4 * hidden_size, float8_cfg=float8_cfg)
        self.down = build_linear(4 * hidden_size, hidden_size, float8_cfg=float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        hidden = hidden + self.mixer(self.norm(hidden))
        return hidden + self.down(torch.relu(self.up(hidden)))


class HybridModel(nn.Module):
    layer_cls = HybridLayer

    def __init__(self, config: HybridConfig) -> None:
        super().__init__()
        self.embed = nn.Embedding(config.vocab_size, config.hidden_size)
        shared = dict(hidden_size=config.hidden_size, float8_cfg=config.float8_cfg)
        self.layers = nn.ModuleList(
            self.layer_cls(mixer_config=config.mixer(layer_idx), **shared)
            for layer_idx in range(config.num_layers)
        )

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(tokens)
        for layer in self.layers:
            hidden = layer(hidden)
        return hidden


class DraftModel(nn.Module):
    """One scan and one layer, beside the model."""

    def __init__(self, config: HybridConfig) -> None:
        super().__init__()
        size, state_size = config.hidden_size, 8
        if config.scan is not None:
            state_size = config.scan.state_size
        self.scan = SelectiveScan(
            size,
            state_size,
            config.float8_cfg,
        )
        self.plain_scan = SelectiveScan(size, state_size)
        self.layer = HybridLayer(
            hidden_size=size, mixer_config=config.attention, float8_cfg=config.float8_cfg
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.layer(hidden + self.scan(hidden) - self.plain_scan(hidden))
