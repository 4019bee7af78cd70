"""What a user calls."""

from dataclasses import dataclass

from torch import nn

from ..int8 import Int8Spec
from . import inner, middle


@dataclass
class TowerConfig:
    width: int = 384
    patch: int = 14
    int8_spec: Int8Spec | None = None


def build_tower(config: TowerConfig) -> nn.Module:
    return middle.tower(config.width, numerics=config.int8_spec)


def build_positional(config: TowerConfig) -> nn.Module:
    return middle.positional(config.width, config.patch, config.int8_spec)


def build_neck(config: TowerConfig) -> nn.Module:
    return middle.neck(config.width, numerics=config.int8_spec)


def build_unpacked(config: TowerConfig) -> nn.Module:
    width, numerics = middle.parts(config)
    return inner.unpacked(width, numerics)


def build_exact(config: TowerConfig) -> nn.Module:
    return nn.Sequential(
        inner.exact(config.width),
        inner.exact(config.width, None),
        inner.exact(config.width, numerics=None),
        inner.unused_spec(config.width, config.int8_spec),
    )


def build_pyramid(config: TowerConfig, levels: int) -> nn.Module:
    return inner.pyramid(config.width, levels, config.int8_spec)
