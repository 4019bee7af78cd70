"""Context managers that take the config off for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from torch import nn

from sampler.model import DraftModel, SafetyHead, SamplerConfig, TargetModel


@contextmanager
def exact(config: SamplerConfig) -> Iterator[None]:
    before = config.sampler_fp8
    try:
        config.sampler_fp8 = None
        yield
    finally:
        config.sampler_fp8 = before


class Exact:
    """The same, for those who keep it in a variable."""

    def __init__(self, config: SamplerConfig) -> None:
        self.config = config
        self.before = config.sampler_fp8

    def __enter__(self) -> SamplerConfig:
        self.config.sampler_fp8 = None
        return self.config

    def __exit__(self, *error: object) -> None:
        self.config.sampler_fp8 = self.before


def with_generator(config: SamplerConfig) -> nn.Module:
    with exact(config):
        draft = DraftModel(config.size, config.vocabulary, config.sampler_fp8)
    return nn.ModuleList([draft, TargetModel(config)])


def with_class(config: SamplerConfig) -> nn.Module:
    with Exact(config) as plain:
        safety = SafetyHead(plain.size, plain.sampler_fp8)
    return nn.ModuleList([safety, TargetModel(config)])
