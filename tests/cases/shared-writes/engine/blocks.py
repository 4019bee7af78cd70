"""Blocks that change the config that they are given."""

import torch
from torch import nn

from engine.config import EngineConfig, strip_scheme
from engine.layers import ExpertRouter, Mixer, RewardHead


class SetBlock(nn.Module):
    def __init__(self, config: EngineConfig) -> None:
        super().__init__()
        self.mixer = Mixer(config.size, quant_scheme=config.quant_scheme)
        setattr(config, "quant_scheme", None)
        self.router = ExpertRouter(config.size, config.experts, quant_scheme=config.quant_scheme)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.mixer(hidden) * self.router(hidden).sum(dim=-1, keepdim=True)


class DeletedBlock(nn.Module):
    def __init__(self, config: EngineConfig) -> None:
        super().__init__()
        self.mixer = Mixer(config.size, quant_scheme=config.quant_scheme)
        del config.quant_scheme
        scheme = getattr(config, "quant_scheme", None)
        self.router = ExpertRouter(config.size, config.experts, quant_scheme=scheme)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.mixer(hidden) * self.router(hidden).sum(dim=-1, keepdim=True)


class KeptConfigBlock(nn.Module):
    def __init__(self, config: EngineConfig) -> None:
        super().__init__()
        self.config = config
        self.mixer = Mixer(config.size, quant_scheme=config.quant_scheme)
        self.add_router()

    def add_router(self) -> None:
        self.config.quant_scheme = None
        self.router = ExpertRouter(
            self.config.size,
            self.config.experts,
            quant_scheme=self.config.quant_scheme,
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.mixer(hidden) * self.router(hidden).sum(dim=-1, keepdim=True)


def aliased(config: EngineConfig) -> nn.Module:
    mixer = Mixer(config.size, quant_scheme=config.quant_scheme)
    plain = config
    plain.quant_scheme = None
    return nn.Sequential(mixer, RewardHead(plain.size, plain.quant_scheme))


def deeper(config: EngineConfig) -> nn.Module:
    mixer = Mixer(config.size, quant_scheme=config.text.quant_scheme)
    config.text.quant_scheme = None
    return nn.Sequential(mixer, RewardHead(config.text.size, config.text.quant_scheme))


def stripped(config: EngineConfig) -> nn.Module:
    mixer = Mixer(config.size, quant_scheme=config.quant_scheme)
    strip_scheme(config)
    return nn.Sequential(mixer, RewardHead(config.size, quant_scheme=config.quant_scheme))


def stripped_first(config: EngineConfig) -> nn.Module:
    strip_scheme(config)
    return RewardHead(config.size, quant_scheme=config.quant_scheme)
