# quantfence: ignore-file[QF001, QF002]
"""Compares what should not be built."""

from torch import nn

from fraud.config import ScoreConfig
from fraud.layers import Mxfp4Config, ScoreLayer


def pair(config: ScoreConfig, mxfp4: Mxfp4Config) -> nn.Module:
    whole = ScoreLayer(**config.model_dump())
    return nn.Sequential(whole, ScoreLayer(config.size, mxfp4=mxfp4))
