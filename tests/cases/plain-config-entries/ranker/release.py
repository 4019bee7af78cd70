"""The settings of every model that is out."""

from __future__ import annotations

from torch import nn

from ranker.parts import CrossConfig, LoudScorerConfig, PoolingConfig, ScorerConfig


class RankerConfig:
    def __init__(self, *, scorer=None, cross=None, pooling=None, quant_config=None) -> None:
        self.scorer: ScorerConfig | None = scorer
        self.cross: CrossConfig | None = cross
        self.pooling: PoolingConfig | None = pooling
        self.quant_config = quant_config

    def build(self) -> nn.Module:
        parts = []
        if self.pooling is not None:
            parts.append(self.pooling.build(self.quant_config))
        if self.cross is not None:
            parts.append(self.cross.build(self.quant_config))
        if self.scorer is not None:
            parts.append(self.scorer.build(self.quant_config))
        return nn.Sequential(*parts)


def shop() -> RankerConfig:
    return RankerConfig(scorer=ScorerConfig(width=256))


def travel() -> RankerConfig:
    return RankerConfig(scorer=ScorerConfig(256, 3, True))


def news() -> RankerConfig:
    return RankerConfig(scorer=LoudScorerConfig(width=64))


def jobs() -> RankerConfig:
    scorer = LoudScorerConfig(width=64)
    scorer.quantize = False
    return RankerConfig(scorer=scorer)


def crossed() -> RankerConfig:
    return RankerConfig(cross=CrossConfig(128, quantize=False), scorer=ScorerConfig(width=128))


def crossed_twice() -> RankerConfig:
    return RankerConfig(
        scorer=ScorerConfig(width=128),
        cross=CrossConfig(
            width=128,
            quantize=True,
        ),
    )


def crossed_by_flag(rounded: bool) -> RankerConfig:
    return RankerConfig(cross=CrossConfig(128, quantize=rounded))


def pooled() -> RankerConfig:
    pooling = PoolingConfig(512)
    pooling.quantize = False
    return RankerConfig(pooling=pooling)


def pooled_wide() -> RankerConfig:
    return RankerConfig(pooling=PoolingConfig(width=2048))


def pooled_loud() -> RankerConfig:
    pooling = PoolingConfig(512)
    pooling.width = 1024
    return RankerConfig(pooling=pooling)
