"""The denoisers that are trained."""

from dataclasses import dataclass
from typing import Any

from torch import nn

from .blocks import Denoiser, ExactDenoiser, LabelDenoiser, NarrowDenoiser, RenamingDenoiser
from .lowp import LowPrecision, linear


@dataclass
class DenoiserConfig:
    size: int = 320
    period: float = 1e4
    lowp: LowPrecision | None = None


class ImageDenoiser(Denoiser):
    def __init__(self, *, channels: int = 4, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.inwards = nn.Linear(channels, self.size)


class TiledImageDenoiser(ImageDenoiser):
    def __init__(self, tile: int, **kwargs: Any) -> None:
        kwargs["channels"] = 4 * tile
        super().__init__(**kwargs)
        self.tile = tile


class VideoDenoiser(NarrowDenoiser):
    def __init__(self, frames: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.frames = frames


class MaskDenoiser(RenamingDenoiser):
    def __init__(self, size: int, lowp: LowPrecision | None = None, **kwargs: Any) -> None:
        super().__init__(size, numerics=lowp, **kwargs)
        self.mask = linear(size, 1, lowp=lowp)


def denoisers(config: DenoiserConfig) -> nn.ModuleDict:
    shared = dict(size=config.size, period=config.period, lowp=config.lowp)
    return nn.ModuleDict(
        {
            "image": TiledImageDenoiser(8, **shared),
            "label": LabelDenoiser(**shared),
            "video": VideoDenoiser(frames=16, **shared),
            "mask": MaskDenoiser(**shared),
            "exact": ExactDenoiser(**shared),
        }
    )
