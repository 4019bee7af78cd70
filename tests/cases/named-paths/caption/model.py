"""Both sides together, and a small model that drafts."""

import torch
from torch import nn

from caption.language import LanguageModel
from caption.linear import CaptionConfig, build_linear
from caption.vision import VisionTower


class Draft(nn.Module):
    def __init__(self, config: CaptionConfig) -> None:
        super().__init__()
        self.mix = build_linear(config.size, config.size, config.float8_cfg)
        self.lm_head = build_linear(config.size, config.words, config.float8_cfg)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.lm_head(self.mix(hidden))


class CaptionForGeneration(nn.Module):
    def __init__(self, config: CaptionConfig) -> None:
        super().__init__()
        cfg = config.float8_cfg
        self.vision = VisionTower(config)
        self.projector = nn.Sequential(
            build_linear(config.size, config.size, float8_cfg=cfg),
            nn.GELU(),
            build_linear(config.size, config.size, float8_cfg=cfg),
        )
        self.model = LanguageModel(config)
        self.draft = Draft(config)
        self.lm_head = build_linear(
            config.size,
            config.words,
            float8_cfg=cfg,
        )

    def forward(self, patches: torch.Tensor, words: torch.Tensor) -> torch.Tensor:
        tokens = self.projector(self.vision(patches))
        return self.lm_head(self.model(words) + tokens.mean(dim=1, keepdim=True))
