"""The model: settings, a block, and the stack of blocks."""

from __future__ import annotations

from pydantic import BaseModel
import torch
from torch import nn

from brook.mixers import AttentionConfig, RetentionConfig
from brook.precision import Fp8Settings, projection


class BrookConfig(BaseModel):
    width: int = 512
    depth: int = 12
    attention_every: int = 4
    attention: AttentionConfig = AttentionConfig()
    retention: RetentionConfig = RetentionConfig()
    fp8: Fp8Settings | None = None


class Block(nn.Module):
    def __init__(self, mixer: AttentionConfig | RetentionConfig, width: int, fp8: Fp8Settings | None = None) -> None:
        super().__init__()
        self.mixer = mixer.build(width, fp8)
        self.up = projection(width, 4 * width, fp8)
        self.down = projection(4 * width, width, fp8)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        hidden = hidden + self.mixer(hidden)
        return hidden + self.down(torch.relu(self.up(hidden)))


class Brook(nn.Module):
    def __init__(self, config: BrookConfig) -> None:
        super().__init__()
        self.blocks = nn.ModuleList()
        for index in range(config.depth):
            attends = index % config.attention_every == 0
            mixer = config.attention if attends else config.retention
            self.blocks.append(Block(mixer, config.width, fp8=config.fp8))

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            hidden = block(hidden)
        return hidden
