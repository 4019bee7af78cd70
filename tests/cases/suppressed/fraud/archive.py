# Written for the first paper, and not touched since.
#
# quantfence: ignore-file[QF001] its numbers were measured like this

"""The models of the first paper."""

from torch import nn

from fraud.config import ScoreConfig
from fraud.layers import EventLayer, Mxfp4Config, ScoreLayer


def first_model(size: int, mxfp4: Mxfp4Config) -> nn.Module:
    return nn.Sequential(EventLayer(size, mxfp4), ScoreLayer(size, mxfp4=mxfp4))


def second_model(config: ScoreConfig, mxfp4: Mxfp4Config) -> nn.Module:
    scores = [ScoreLayer(config.size, str(number), mxfp4) for number in range(3)]
    flagged = ScoreLayer(
        config.size,
        quantize_score=config.quantize_score,
    )
    return nn.Sequential(*scores, flagged)
