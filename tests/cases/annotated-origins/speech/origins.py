"""Builders whose parameters say by their type what they carry."""

from __future__ import annotations

import typing as t
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Optional, Union

from torch import nn

from speech.layers import ConvBlock, Subsampler
from speech.mx import MXConfig, WideMXConfig

if TYPE_CHECKING:
    import speech.mx
    from speech import mx
    from speech.mx import MXConfig as BlockFormat
    from speech.mx import MaybeMX


def optional(size: int, fmt: Optional[MXConfig] = None) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def union(size: int, fmt: Union[None, MXConfig]) -> nn.Module:
    first = ConvBlock(size, fmt)
    return nn.Sequential(
        first,
        Subsampler(
            size,
            "union",
            fmt,
        ),
    )


def quoted(size: int, fmt: "MXConfig | None" = None) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def annotated(size: int, *, fmt: Annotated[MXConfig | None, "for every layer"]) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def aliased(size: int, fmt: BlockFormat | None) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def by_module(size: int, fmt: mx.MXConfig) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def by_package(size: int, fmt: t.Optional["speech.mx.MXConfig"]) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def by_type_alias(size: int, fmt: MaybeMX = None) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def subclass(size: int, fmt: WideMXConfig) -> nn.Module:
    return Subsampler(size, mx_config=fmt)


def under_another_keyword(size: int, fmt: MXConfig) -> nn.Module:
    return Subsampler(size, element=fmt)


def made_on_the_spot(size: int) -> nn.Module:
    return Subsampler(size, "spot", MXConfig(block=16))


@dataclass
class EncoderSettings:
    size: int = 256
    fmt: MXConfig | None = None
    fmt_cls: type[MXConfig] = MXConfig


def by_field(settings: EncoderSettings) -> nn.Module:
    return Subsampler(settings.size, mx_config=settings.fmt)


def class_is_no_config(size: int, fmt_cls: type[MXConfig]) -> nn.Module:
    return Subsampler(size, label=fmt_cls.__name__, element=fmt_cls)


def class_in_a_field(settings: EncoderSettings) -> nn.Module:
    return Subsampler(settings.size, element=settings.fmt_cls)


def part_of_a_config(size: int, fmt: MXConfig) -> nn.Module:
    front = Subsampler(size, label=fmt.element, block=fmt.block)
    return nn.Sequential(front, ConvBlock(size, mx_config=fmt))


def known_none(size: int, fmt: MXConfig | None) -> nn.Module:
    if fmt is not None:
        return nn.Sequential(Subsampler(size), ConvBlock(size, mx_config=fmt))
    return Subsampler(size, mx_config=fmt)
