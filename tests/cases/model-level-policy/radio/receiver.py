"""The receiver's modules and its config."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import torch
from torch import nn


@dataclasses.dataclass(frozen=True)
class Mxfp6Config:
    block: int = 32


def mx_linear(inputs: int, outputs: int, mxfp6: Mxfp6Config | None = None) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    layer.block = mxfp6.block if mxfp6 is not None else None
    return layer


class Equalizer(nn.Module):
    def __init__(self, taps: int, mxfp6: Mxfp6Config | None = None) -> None:
        super().__init__()
        self.filter = mx_linear(taps, taps, mxfp6)

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        return self.filter(samples)


class Demapper(nn.Module):
    def __init__(self, taps: int, bits: int, mxfp6: Mxfp6Config | None = None) -> None:
        super().__init__()
        self.soft_bits = mx_linear(taps, bits, mxfp6)

    def forward(self, symbols: torch.Tensor) -> torch.Tensor:
        return self.soft_bits(symbols)


@dataclasses.dataclass
class DemapperConfig:
    bits: int = 4
    quantize_demapper: bool = True

    def build(self, taps: int, mxfp6: Mxfp6Config | None) -> Demapper:
        return Demapper(taps, self.bits, mxfp6=mxfp6 if self.quantize_demapper else None)


@dataclasses.dataclass
class WideDemapperConfig(DemapperConfig):
    bits: int = 8


@dataclasses.dataclass
class ExactDemapperConfig(DemapperConfig):
    quantize_demapper: bool = False


@dataclasses.dataclass
class ReceiverConfig:
    taps: int = 64
    quantize_equalizer: bool = True
    demapper: DemapperConfig | None = None
    mxfp6: Mxfp6Config | None = None

    @classmethod
    def from_file(cls, path: Path) -> ReceiverConfig:
        settings = json.loads(path.read_text())
        return cls(settings["taps"], False)

    @classmethod
    def from_silent_file(cls, path: Path) -> ReceiverConfig:
        settings = json.loads(path.read_text())
        return cls(
            taps=settings["taps"],
        )

    @classmethod
    def from_dict(cls, settings: dict) -> ReceiverConfig:
        return cls(**settings)

    @classmethod
    def from_literal(cls, taps: int) -> ReceiverConfig:
        settings = {"taps": 2 * taps, "quantize_equalizer": True}
        return cls(**settings)

    @classmethod
    def from_patched(cls, taps: int) -> ReceiverConfig:
        return dataclasses.replace(cls(taps=taps), quantize_equalizer=False)


@dataclasses.dataclass
class SatelliteConfig(ReceiverConfig):
    orbit: int = 550


@dataclasses.dataclass
class LoudSatelliteConfig(SatelliteConfig):
    @classmethod
    def from_file(cls, path: Path) -> LoudSatelliteConfig:
        config = super().from_file(path)
        return dataclasses.replace(config, orbit=1200)


class Receiver(nn.Module):
    def __init__(self, config: ReceiverConfig) -> None:
        super().__init__()
        if config.quantize_equalizer:
            self.equalizer = Equalizer(config.taps, mxfp6=config.mxfp6)
        else:
            self.equalizer = Equalizer(config.taps)
        self.middle = mx_linear(config.taps, config.taps, config.mxfp6)
        self.demapper = config.demapper and config.demapper.build(config.taps, config.mxfp6)

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        return self.middle(self.equalizer(samples))
