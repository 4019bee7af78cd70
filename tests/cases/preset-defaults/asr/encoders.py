"""The encoders that we ship, and the one that we train with."""

from functools import partial
from typing import Optional

from pydantic import BaseModel, Field
from torch import nn

from asr.conv import ConvConfig, Int8Plan

FROZEN = False
SPED_UP = True

STREAMING = ConvConfig(kernel=15)
OFFLINE = ConvConfig(kernel=31, quantize_conv=FROZEN)
ABLATION = ConvConfig(kernel=3)


def long_kernel() -> ConvConfig:
    """Sees a second of sound at once."""
    return ConvConfig(kernel=99)


def short_kernel() -> ConvConfig:
    return ConvConfig(kernel=5, quantize_conv=False)


class Encoder(BaseModel):
    width: int = 256
    depth: int = 12
    conv: Optional[ConvConfig] = None
    int8_plan: Optional[Int8Plan] = None

    def blocks(self) -> nn.ModuleList:
        if self.conv is None:
            return nn.ModuleList()
        return nn.ModuleList([self.conv.build(self.width, self.int8_plan) for _ in range(self.depth)])


class TinyEncoder(Encoder):
    width: int = 128
    conv: ConvConfig = Field(ConvConfig(kernel=7), description="Fits a watch.")


class BaseEncoder(Encoder):
    conv: ConvConfig = Field(ConvConfig(kernel=7, quantize_conv=False), description="Fits a phone.")


class SmallEncoder(Encoder):
    conv: ConvConfig = Field(
        description="Was tuned on telephone speech.",
        default=ConvConfig(
            kernel=9,
        ),
    )


class MediumEncoder(Encoder):
    conv: ConvConfig = Field(
        description="Was tuned on read speech.",
        default=ConvConfig(
            kernel=9,
            quantize_conv=False,
        ),
    )


class LargeEncoder(Encoder):
    width: int = 1024
    conv: ConvConfig = Field(default_factory=ConvConfig)


class StreamingEncoder(Encoder):
    conv: ConvConfig = STREAMING


class WideStreamingEncoder(Encoder):
    width: int = 512
    conv: ConvConfig = Field(default=STREAMING)


class OfflineEncoder(Encoder):
    conv: ConvConfig = OFFLINE


class ResearchEncoder(Encoder):
    conv: ConvConfig = ABLATION


class LongEncoder(Encoder):
    conv: ConvConfig = Field(default_factory=long_kernel)


class ShortEncoder(Encoder):
    conv: ConvConfig = Field(default_factory=short_kernel)


class LegacyEncoder(Encoder):
    conv: ConvConfig = Field(default_factory=partial(ConvConfig, kernel=11))


class QuietLegacyEncoder(Encoder):
    conv: ConvConfig = Field(default_factory=partial(ConvConfig, kernel=11, quantize_conv=False))


class FastEncoder(Encoder):
    conv: ConvConfig = ConvConfig(kernel=15, quantize_conv=SPED_UP)


class SlowEncoder(Encoder):
    conv: ConvConfig = ConvConfig(kernel=15, quantize_conv=FROZEN)


class AttentionEncoder(Encoder):
    conv: None = None
