"""Decoders that turn features into metres."""

from __future__ import annotations

from dataclasses import dataclass, field

from torch import nn

from depth.adapter import AdapterConfig


@dataclass
class ResearchDecoder:
    """Trained anew for every paper, all of it in tiles."""

    width: int = 256
    adapter: AdapterConfig = field(default_factory=lambda: AdapterConfig(rank=32))
    tile_cfg: object = None

    def head(self) -> nn.Module:
        return nn.Sequential(self.adapter.build(self.width, self.tile_cfg), nn.Linear(self.width, 1))


@dataclass
class PlainAdapters:
    """To be mixed in where the adapters stay as they are."""

    adapter: AdapterConfig = field(default_factory=lambda: AdapterConfig(rank=32, quantize_adapter=False))


@dataclass
class ReleasedDecoder(ResearchDecoder):
    width: int = 128


@dataclass
class ReleasedDecoderV2(ReleasedDecoder):
    width: int = 160


@dataclass
class FixedDecoder(ReleasedDecoder):
    adapter: AdapterConfig = field(default_factory=lambda: AdapterConfig(quantize_adapter=False))


@dataclass
class SpareDecoder(PlainAdapters, ResearchDecoder):
    width: int = 64


@dataclass
class SecondSpareDecoder(ResearchDecoder, PlainAdapters):
    width: int = 64
