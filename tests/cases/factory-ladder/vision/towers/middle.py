"""Between those who know the config and those who know the layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import nn

from vision.towers.inner import any_options, by_keywords, finish, stem_at

if TYPE_CHECKING:
    from vision.int8 import Int8Spec
    from vision.towers.outer import TowerConfig


def tower(width: int, numerics) -> nn.Module:
    def level(scale: int) -> nn.Module:
        return by_keywords(width=scale * width, numerics=numerics)

    return nn.Sequential(level(1), level(2))


def positional(*sizes_and_spec) -> nn.Module:
    return stem_at(*sizes_and_spec)


def neck(width: int, numerics) -> nn.Module:
    options = {"width": width, "patch": 4, "int8_spec": numerics}
    return nn.Sequential(any_options(**options), finish(width))


def parts(config: TowerConfig) -> tuple[int, Int8Spec | None]:
    return config.width, config.int8_spec
