"""Builders with branches."""

from dataclasses import dataclass

from torch import nn

from traffic.layers import CompactConfig, FlowEstimate, SignalPlan


@dataclass
class PlanConfig:
    size: int = 12
    compact_plan: bool = False

    def build(self, compact: CompactConfig | None = None) -> SignalPlan:
        return SignalPlan(self.size, compact if self.compact_plan else None)


# Right: there is nothing to forward.


def known_none(size: int, compact: CompactConfig | None) -> nn.Module:
    if compact is not None:
        return FlowEstimate(size, compact)
    return SignalPlan(size, compact=compact)


def known_none_in_else(size: int, compact: CompactConfig | None) -> nn.Module:
    if compact is not None:
        layer = FlowEstimate(size, compact=compact)
    else:
        layer = SignalPlan(size, compact=compact)
    return layer


def known_none_by_error(size: int, compact: CompactConfig | None) -> nn.Module:
    if compact is not None:
        raise ValueError("SignalPlan takes no compact config")
    return nn.Sequential(SignalPlan(size, compact), SignalPlan(2 * size, compact))


def known_none_by_match(size: int, compact: CompactConfig | None) -> nn.Module:
    match compact:
        case None:
            return SignalPlan(size, compact=compact)
        case _:
            return FlowEstimate(size, compact=compact)


def known_none_by_and(size: int, compact: CompactConfig | None) -> nn.Module:
    if size > 8 and compact is None:
        return SignalPlan(size, compact=compact)
    return FlowEstimate(size, compact=compact)


def same_condition_twice(size: int, compact: CompactConfig | None, spare: bool) -> nn.Module:
    chosen = None if spare else compact
    if spare:
        return SignalPlan(size, compact=chosen)
    return FlowEstimate(size, compact=chosen)


def same_condition_opposed(size: int, compact: CompactConfig | None, spare: bool) -> nn.Module:
    chosen = compact
    if spare:
        chosen = None
    if not spare:
        return FlowEstimate(size, chosen)
    return SignalPlan(size, chosen)


def none_in_every_branch(size: int, compact: CompactConfig | None, kind: int) -> nn.Module:
    estimate = FlowEstimate(size, compact)
    if kind == 0:
        compact = None
    elif kind == 1:
        estimate = FlowEstimate(2 * size, compact)
        compact = None
    else:
        return estimate
    return nn.Sequential(estimate, SignalPlan(size, compact))


def policy_twice(config: PlanConfig, compact: CompactConfig | None) -> nn.Module:
    chosen = compact if config.compact_plan else None
    if config.compact_plan:
        return SignalPlan(config.size, chosen)
    return nn.Sequential(FlowEstimate(config.size, compact), SignalPlan(config.size, chosen))


def none_after_a_loop(size: int, compact: CompactConfig | None) -> nn.Module:
    layers = [FlowEstimate(width, compact) for width in (size, 2 * size)]
    compact = None
    while len(layers) < 4:
        layers.append(SignalPlan(size, compact))
    return nn.Sequential(*layers)


# Wrong: a path is left.


def known_config(size: int, compact: CompactConfig | None) -> nn.Module:
    if compact is None:
        return FlowEstimate(size, compact)
    return SignalPlan(size, compact=compact)


def one_branch_of_three(size: int, compact: CompactConfig | None, kind: int) -> nn.Module:
    if kind == 0:
        compact = None
    elif kind == 1:
        size *= 2
    else:
        compact = None
    return SignalPlan(size, compact)


def two_conditions(
    size: int, compact: CompactConfig | None, spare: bool, tight: bool
) -> nn.Module:
    chosen = None if spare else compact
    if tight:
        return SignalPlan(size, compact=chosen)
    return FlowEstimate(size, compact=chosen)


def same_condition_wrong_way(size: int, compact: CompactConfig | None, spare: bool) -> nn.Module:
    chosen = compact if spare else None
    if spare:
        return SignalPlan(
            size,
            compact=chosen,
        )
    return FlowEstimate(size, compact=compact)


def or_none(size: int, compact: CompactConfig | None) -> nn.Module:
    return SignalPlan(size, compact=compact or None)


def truthy(size: int, compact: CompactConfig | None) -> nn.Module:
    if compact:
        return SignalPlan(size, compact=compact)
    return SignalPlan(size)


def only_in_the_handler(size: int, compact: CompactConfig | None) -> nn.Module:
    try:
        size = int(input("How many lights? "))
    except ValueError:
        compact = None
    return SignalPlan(size, compact)


def only_in_a_loop(sizes: list[int], compact: CompactConfig | None) -> nn.Module:
    for size in sizes:
        if size > 100:
            compact = None
            break
    return SignalPlan(len(sizes), compact)


def in_the_other_loop(sizes: list[int], compact: CompactConfig | None) -> nn.ModuleList:
    plans = nn.ModuleList()
    for size in sizes:
        plans.append(SignalPlan(size, compact))
        compact = None
    return plans


def set_back(size: int, compact: CompactConfig | None) -> nn.Module:
    kept, compact = compact, None
    first = SignalPlan(size, compact)
    compact = kept
    return nn.Sequential(first, SignalPlan(size, compact))


def negated_error(size: int, compact: CompactConfig | None) -> nn.Module:
    if compact is None:
        raise ValueError("a compact config is needed")
    return nn.Sequential(FlowEstimate(size, compact), SignalPlan(size, compact))
