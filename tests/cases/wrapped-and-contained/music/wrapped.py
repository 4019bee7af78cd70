"""Detectors inside of other expressions."""

import copy

import torch
from torch import nn

from music.layers import BandFilter, LowRankWrapper, MusicConfig, OnsetDetector, checkpointed


def in_a_wrapper(config: MusicConfig) -> nn.Module:
    return LowRankWrapper(
        OnsetDetector(config.size, nibble=config.nibble),
        config.size,
        nibble=config.nibble,
    )


def plain_in_a_wrapper(config: MusicConfig) -> nn.Module:
    return LowRankWrapper(OnsetDetector(config.size), config.size, nibble=config.nibble)


def in_a_function(config: MusicConfig) -> nn.Module:
    return checkpointed(OnsetDetector(config.size, nibble=config.nibble))


def before_a_method(config: MusicConfig) -> nn.Module:
    return OnsetDetector(
        config.size,
        nibble=config.nibble,
    ).to(torch.bfloat16)


def in_a_conditional(config: MusicConfig, listens: bool) -> nn.Module:
    return (
        OnsetDetector(config.size, nibble=config.nibble)
        if listens
        else nn.Identity()
    )


def in_an_or(config: MusicConfig, given: nn.Module | None = None) -> nn.Module:
    return given or OnsetDetector(config.size, nibble=config.nibble)


def in_a_walrus(config: MusicConfig) -> nn.Module:
    if (layer := OnsetDetector(config.size, 2, nibble=config.nibble)).hop > 1:
        return layer
    return nn.Sequential(layer, BandFilter(config.size, nibble=config.nibble))


def as_a_template(config: MusicConfig) -> nn.Module:
    template = OnsetDetector(config.size, nibble=config.nibble)
    return nn.ModuleList([copy.deepcopy(template) for _ in range(config.voices)])


def in_a_check(config: MusicConfig) -> None:
    assert isinstance(OnsetDetector(config.size, nibble=config.nibble), nn.Module)


def in_an_attribute(config: MusicConfig) -> int:
    return OnsetDetector(config.size, 4, nibble=None).hop + BandFilter(4, nibble=config.nibble).hop
