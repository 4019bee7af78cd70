"""Who looks a mixer up."""

from dataclasses import dataclass

from torch import nn

from forecast import tables
from forecast.mixers import Fp8Recipe, SeasonalMixer, TrendMixer
from forecast.tables import ALL_MIXERS, BY_UPDATE, LITERAL, MERGED, REGISTERED, TRENDS


@dataclass
class SeriesConfig:
    size: int = 32
    kind: str = "trend"
    fp8_recipe: Fp8Recipe | None = None


def from_literal(config: SeriesConfig) -> nn.Module:
    return LITERAL[config.kind](config.size, fp8_recipe=config.fp8_recipe)


def from_trends(config: SeriesConfig) -> nn.Module:
    return TRENDS[config.kind](config.size, fp8_recipe=config.fp8_recipe)


def from_items(config: SeriesConfig) -> nn.Module:
    mixer_cls = tables.BY_ITEM[config.kind]
    return mixer_cls(
        config.size,
        7,
        config.fp8_recipe,
    )


def from_update(config: SeriesConfig) -> nn.Module:
    mixer_cls = BY_UPDATE.get(config.kind, TrendMixer)
    return mixer_cls(config.size, fp8_recipe=config.fp8_recipe)


def from_merged(config: SeriesConfig) -> nn.Module:
    if config.kind not in MERGED:
        raise ValueError(f"no mixer called {config.kind}")
    return MERGED[config.kind](config.size, fp8_recipe=config.fp8_recipe)


def from_decorated(config: SeriesConfig) -> nn.Module:
    return REGISTERED[config.kind](config.size, fp8_recipe=config.fp8_recipe)


def from_tuple(config: SeriesConfig) -> nn.ModuleList:
    layers = nn.ModuleList()
    for mixer_cls in ALL_MIXERS:
        layers.append(
            mixer_cls(
                config.size,
                fp8_recipe=config.fp8_recipe,
            )
        )
    return layers


def from_pairs(config: SeriesConfig) -> nn.ModuleDict:
    layers = nn.ModuleDict()
    for name, mixer_cls, steps in [("t", TrendMixer, 1), ("s", SeasonalMixer, 365)]:
        layers[name] = mixer_cls(config.size, steps, fp8_recipe=config.fp8_recipe)
    return layers


def from_local(config: SeriesConfig, yearly: bool) -> nn.Module:
    by_scale = {True: SeasonalMixer, False: TrendMixer}
    return by_scale[yearly](config.size, fp8_recipe=config.fp8_recipe)


def by_constant_key(config: SeriesConfig) -> nn.Module:
    """The key is written out, and it is that of a trend."""
    return LITERAL["trend"](config.size, fp8_recipe=config.fp8_recipe)


def exact(config: SeriesConfig) -> nn.Module:
    return LITERAL[config.kind](config.size, fp8_recipe=None)


def two_loops(config: SeriesConfig) -> nn.Sequential:
    trends = [cls(config.size, fp8_recipe=config.fp8_recipe) for cls in TRENDS.values()]
    seasons = [cls(config.size) for cls in MERGED.values()]
    return nn.Sequential(*trends, *seasons)


def names(config: SeriesConfig) -> str:
    found = {name: cls.kind for name, cls in REGISTERED.items()}
    return f"{sorted(found)} with {config.fp8_recipe}"
