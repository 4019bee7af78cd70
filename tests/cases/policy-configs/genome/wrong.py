"""Functions that ask, and do not listen."""

from torch import nn

from genome.filters import Fp8Plan, LongFilter, proj
from genome.right import FilterConfig


def by_or(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    plan = fp8_plan if config.low_precision or config.order == 1 else None
    return LongFilter(config.size, fp8_plan=plan)


def upside_down(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    return LongFilter(
        config.size,
        fp8_plan=None if config.low_precision else fp8_plan,
    )


def wrong_branch(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    if not config.low_precision:
        return LongFilter(config.size, fp8_plan=fp8_plan)
    return LongFilter(config.size)


def de_morgan_undone(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    if not config.low_precision and config.size > 16:
        fp8_plan = None
    return LongFilter(config.size, fp8_plan=fp8_plan)


def only_printed(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    if not config.low_precision:
        print("the filter stays in BF16")
    return LongFilter(config.size, fp8_plan=fp8_plan)


def before_asking(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    layer = LongFilter(config.size, fp8_plan=fp8_plan)
    if not config.low_precision:
        fp8_plan = None
    return nn.Sequential(layer, proj(config.size, fp8_plan))


def another_condition(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    return LongFilter(config.size, fp8_plan=fp8_plan if config.size > 16 else None)


def one_arm_of_two(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    if config.order == 2:
        plan = fp8_plan if config.low_precision else None
    else:
        plan = fp8_plan
    return LongFilter(config.size, config.order, plan)


def right_and_wrong(config: FilterConfig, fp8_plan: Fp8Plan | None) -> nn.Module:
    guarded = LongFilter(config.size, fp8_plan=fp8_plan if config.low_precision else None)
    return nn.Sequential(
        guarded,
        LongFilter(
            config.size,
            3,
            fp8_plan,
        ),
    )
