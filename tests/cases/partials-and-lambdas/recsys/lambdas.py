"""Functions without a name that make layers."""

from collections.abc import Callable

from torch import nn

from recsys.layers import ClickConfig, FeatureCross, Tower


def repeat(count: int, make: Callable[[int], nn.Module]) -> nn.ModuleList:
    return nn.ModuleList(make(number) for number in range(count))


def closure(config: ClickConfig) -> nn.ModuleList:
    qcfg = config.qcfg
    return repeat(
        config.crosses,
        lambda number: FeatureCross(config.width, 2**number, qcfg=qcfg),
    )


def default_argument(config: ClickConfig) -> nn.ModuleList:
    make = lambda number, chosen=config.qcfg: FeatureCross(  # noqa: E731
        config.width,
        rank=number + 1,
        qcfg=chosen,
    )
    return repeat(2, make)


def own_parameter(config: ClickConfig) -> nn.Module:
    cross = lambda width, chosen: FeatureCross(width, qcfg=chosen)  # noqa: E731
    return nn.Sequential(cross(config.width, config.qcfg), cross(2 * config.width, None))


def in_a_dict(config: ClickConfig, kind: str) -> nn.Module:
    makers = {
        "cross": lambda qcfg: FeatureCross(config.width, qcfg=qcfg),
        "tower": lambda qcfg: Tower(config.width, qcfg=qcfg),
        "plain": lambda qcfg: FeatureCross(config.width, qcfg=None),
    }
    return makers[kind](config.qcfg)


def mapped(config: ClickConfig) -> nn.ModuleList:
    return nn.ModuleList(
        map(
            lambda rank: FeatureCross(config.width, rank, name="mapped", qcfg=config.qcfg),
            range(1, config.crosses),
        )
    )


def nested_function(config: ClickConfig) -> nn.ModuleList:
    width, qcfg = config.width, config.qcfg

    def make(number: int) -> nn.Module:
        if number == 0:
            return Tower(width, qcfg=qcfg)
        return FeatureCross(width, name=str(number))

    return repeat(config.crosses, make)


def both_plain(config: ClickConfig) -> nn.ModuleList:
    plain = lambda number, qcfg=None: FeatureCross(config.width, number, qcfg=qcfg)  # noqa: E731
    return repeat(2, plain)


def only_a_key(config: ClickConfig) -> list[nn.Module]:
    towers = [Tower(config.width, rank=rank, qcfg=config.qcfg) for rank in (64, 32, 128)]
    return sorted(towers, key=lambda tower: (isinstance(tower, FeatureCross), tower.name))
