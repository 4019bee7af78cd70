"""Backbones, from the one that all others derive from to the smallest."""

from __future__ import annotations

from dataclasses import dataclass, field

from torch import nn

from depth.adapter import AdapterConfig


@dataclass
class Backbone:
    width: int = 384
    depth: int = 12
    adapter: AdapterConfig = field(default_factory=lambda: AdapterConfig(rank=16))
    tile_cfg: object = None

    def adapters(self) -> nn.ModuleList:
        return nn.ModuleList([self.adapter.build(self.width, self.tile_cfg) for _ in range(self.depth)])


@dataclass
class LargeBackbone(Backbone):
    width: int = 1024
    depth: int = 24


@dataclass
class GiantBackbone(LargeBackbone):
    width: int = 1536
    depth: int = 40


@dataclass
class MobileBackbone(Backbone):
    width: int = 192
    adapter: AdapterConfig = field(default_factory=lambda: AdapterConfig(rank=4, quantize_adapter=False))


@dataclass
class MobileLiteBackbone(MobileBackbone):
    width: int = 96


@dataclass
class LoudMobileBackbone(MobileBackbone):
    adapter: AdapterConfig = field(
        default_factory=lambda: AdapterConfig(rank=4, scale=2.0),
    )
