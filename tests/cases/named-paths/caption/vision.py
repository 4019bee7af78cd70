"""The image side."""

import torch
from torch import nn

from caption.linear import CaptionConfig, Float8Config, build_linear


class PatchStem(nn.Module):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.pixel_proj = build_linear(768, size, float8_cfg=float8_cfg)
        self.place = build_linear(2, size, float8_cfg=float8_cfg)

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        return self.pixel_proj(patches)


class WindowAttention(nn.Module):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.qkv = build_linear(size, 3 * size, float8_cfg)
        self.proj = build_linear(size, size, float8_cfg)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        query, key, value = self.qkv(tokens).chunk(3, dim=-1)
        return self.proj((query @ key.transpose(1, 2)).softmax(dim=-1) @ value)


class VisionBlock(nn.Module):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.attn = WindowAttention(size, float8_cfg)
        self.pixel_proj = build_linear(size, size, float8_cfg)
        self.proj_out = build_linear(size, size, float8_cfg)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return self.proj_out(self.pixel_proj(self.attn(tokens)))


class VisionTower(nn.Module):
    def __init__(self, config: CaptionConfig) -> None:
        super().__init__()
        self.stem = PatchStem(config.size, config.float8_cfg)
        blocks = [VisionBlock(config.size, config.float8_cfg) for _ in range(config.vision_depth)]
        self.blocks = nn.ModuleList(blocks)

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        tokens = self.stem(patches)
        for block in self.blocks:
            tokens = block(tokens)
        return tokens
