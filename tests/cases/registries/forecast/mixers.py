"""The mixers; those of the season are excluded."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Fp8Recipe:
    margin: int = 0


def linear(size: int, fp8_recipe: Fp8Recipe | None = None) -> nn.Linear:
    layer = nn.Linear(size, size)
    if fp8_recipe is not None:
        layer.register_buffer("margin", torch.tensor(fp8_recipe.margin))
    return layer


class Mixer(nn.Module):
    kind = "none"

    def __init__(self, size: int, steps: int = 1, fp8_recipe: Fp8Recipe | None = None) -> None:
        super().__init__()
        self.steps = steps
        self.mix = linear(size, fp8_recipe=fp8_recipe)

    def forward(self, series: torch.Tensor) -> torch.Tensor:
        return series + self.mix(series.roll(self.steps, dims=1))


class TrendMixer(Mixer):
    kind = "trend"


class SeasonalMixer(Mixer):
    kind = "seasonal"


class YearlyMixer(SeasonalMixer):
    kind = "yearly"


class WeeklyTrendMixer(TrendMixer):
    kind = "weekly"
