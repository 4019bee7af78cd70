"""From the settings to the layers, in steps."""

from torch import nn

from retrieval.configs import ScorerConfig, SearchConfig, WideScorerConfig
from retrieval.scorer import LateInteraction, Pooler, QuantSpec


# Right: the flag goes along.


def scorer(config: SearchConfig) -> nn.Module:
    return step(config.size, config.quant_spec, config.scorer.quantize)


def step(size: int, quant_spec: QuantSpec | None, quantize: bool) -> nn.Module:
    return last(size, quant_spec, allowed=quantize)


def last(size: int, quant_spec: QuantSpec | None, *, allowed: bool) -> nn.Module:
    return LateInteraction(size, quant_spec=quant_spec if allowed else None)


# Right: the config itself goes along.


def with_config(config: SearchConfig) -> nn.Module:
    pooler = Pooler(config.size, config.quant_spec)
    return nn.Sequential(pooler, from_scorer_config(config.scorer, config.size, config.quant_spec))


def from_scorer_config(own: ScorerConfig, size: int, numerics) -> nn.Module:
    if not own.quantize:
        numerics = None
    return LateInteraction(size, own.dim, numerics)


# Right: a subclass of the config has the flag of its parent.


def wide(own: WideScorerConfig, size: int, quant_spec: QuantSpec | None) -> nn.Module:
    return LateInteraction(size, own.dim, quant_spec if own.quantize else None)


def wide_field(config: SearchConfig) -> nn.Module:
    spec = config.quant_spec if config.wide.quantize else None
    return nn.Sequential(LateInteraction(config.size, quant_spec=spec), Pooler(config.size, spec))


# Right: the caller has asked already.


def asked_before(config: SearchConfig) -> nn.Module:
    if config.scorer.quantize:
        return unasked(config.size, config.quant_spec)
    return unasked(config.size, None)


def asked_in_argument(config: SearchConfig) -> nn.Module:
    return unasked(config.size, config.quant_spec if config.scorer.quantize else None)


def unasked(size: int, quant_spec: QuantSpec | None) -> nn.Module:
    return LateInteraction(size, quant_spec=quant_spec)


# Wrong: one of two callers says yes without asking.


def asked_once(config: SearchConfig) -> nn.Module:
    return by_switch(config.size, config.quant_spec, config.scorer.quantize)


def never_asked(config: SearchConfig) -> nn.Module:
    return by_switch(2 * config.size, config.quant_spec, True)


def by_switch(size: int, quant_spec: QuantSpec | None, switch: bool) -> nn.Module:
    return LateInteraction(
        size,
        quant_spec=quant_spec if switch else None,
    )


# Wrong: the flag of another config of that name.


def pooled(config: SearchConfig) -> nn.Module:
    spec = config.quant_spec if config.pooler.quantize else None
    return nn.Sequential(
        Pooler(config.size, spec),
        LateInteraction(config.size, quant_spec=spec),
    )


# Wrong: more than the flag can open the door.


def forced(config: SearchConfig, force: bool) -> nn.Module:
    return by_door(config.size, config.quant_spec, config.scorer.quantize or force)


def by_door(size: int, quant_spec: QuantSpec | None, door: bool) -> nn.Module:
    if not door:
        return LateInteraction(size)
    return LateInteraction(size, 64, quant_spec)


# Wrong: one caller of three has not asked.


def first(config: SearchConfig) -> nn.Module:
    return unguarded(config.size, config.quant_spec if config.scorer.quantize else None)


def second(config: SearchConfig) -> nn.Module:
    return unguarded(config.size, None)


def third(config: SearchConfig) -> nn.Module:
    return unguarded(config.size, config.quant_spec)


def unguarded(size: int, quant_spec: QuantSpec | None) -> nn.Module:
    return LateInteraction(size, 32, quant_spec=quant_spec)
