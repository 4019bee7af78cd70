"""The tables."""

from collections.abc import Callable

from torch import nn

from forecast.mixers import SeasonalMixer, TrendMixer, WeeklyTrendMixer, YearlyMixer

LITERAL: dict[str, type[nn.Module]] = {"trend": TrendMixer, "seasonal": SeasonalMixer}

TRENDS: dict[str, type[nn.Module]] = {"trend": TrendMixer, "weekly": WeeklyTrendMixer}

BY_ITEM: dict[str, type[nn.Module]] = {}
BY_ITEM["trend"] = TrendMixer
BY_ITEM["yearly"] = YearlyMixer

BY_UPDATE = dict(trend=TrendMixer)
BY_UPDATE.update({"weekly": WeeklyTrendMixer, "seasonal": SeasonalMixer})

MERGED = {**TRENDS, "yearly": YearlyMixer}

ALL_MIXERS = (TrendMixer, WeeklyTrendMixer, SeasonalMixer)

REGISTERED: dict[str, type[nn.Module]] = {}


def register(name: str) -> Callable[[type[nn.Module]], type[nn.Module]]:
    def keep(cls: type[nn.Module]) -> type[nn.Module]:
        REGISTERED[name] = cls
        return cls

    return keep


@register("holiday")
class HolidayMixer(SeasonalMixer):
    kind = "holiday"


@register("linear")
class LinearMixer(TrendMixer):
    kind = "linear"
