"""Constructors with some of their arguments given."""

import functools
from functools import partial

from torch import nn

from recsys.layers import ClickConfig, FeatureCross, Tower


def of_a_partial(config: ClickConfig) -> nn.Module:
    base = partial(
        FeatureCross,
        config.width,
        qcfg=config.qcfg,
    )
    named = partial(base, name="cross")
    return nn.Sequential(*[named(rank) for rank in (8, 16, 32)])


def outer_holds_it(config: ClickConfig) -> nn.Module:
    base = partial(FeatureCross, config.width)
    made = functools.partial(
        base,
        rank=4,
        qcfg=config.qcfg,
    )
    return nn.ModuleList([made(name=str(number)) for number in range(config.crosses)])


def call_holds_it(config: ClickConfig) -> nn.Module:
    make = partial(FeatureCross, rank=8)
    return nn.Sequential(make(config.width), make(config.width, qcfg=config.qcfg))


def call_replaces_none(config: ClickConfig) -> nn.Module:
    make = partial(FeatureCross, qcfg=None)
    plain = make(config.width)
    return nn.Sequential(
        plain,
        make(
            config.width,
            name="replaced",
            qcfg=config.qcfg,
        ),
    )


def call_replaces_config(config: ClickConfig) -> nn.Module:
    make = partial(FeatureCross, config.width, qcfg=config.qcfg)
    return nn.Sequential(make(4, qcfg=None), make(8, qcfg=None))


def outer_replaces_config(config: ClickConfig) -> nn.Module:
    base = partial(FeatureCross, config.width, qcfg=config.qcfg)
    plain = partial(base, qcfg=None)
    return nn.Sequential(plain(4), plain(8))


def by_shared_options(config: ClickConfig) -> nn.Module:
    options = {"rank": 2, "qcfg": config.qcfg}
    make = partial(FeatureCross, **options)
    return make(config.width)


def of_the_other(config: ClickConfig) -> nn.Module:
    tower = partial(Tower, config.width, qcfg=config.qcfg)
    cross = partial(FeatureCross, config.width)
    return nn.Sequential(tower(rank=32), cross(rank=2), tower(rank=64))


class CrossStack(nn.Module):
    """Keeps the partial, and calls it elsewhere."""

    def __init__(self, config: ClickConfig) -> None:
        super().__init__()
        self.config = config
        self.make = partial(FeatureCross, config.width, qcfg=config.qcfg)
        self.make_plain = partial(FeatureCross, config.width)
        self.crosses = nn.ModuleList()
        self.fill()

    def fill(self) -> None:
        for number in range(self.config.crosses):
            self.crosses.append(self.make(rank=2**number))
        self.crosses.append(self.make_plain(rank=1))
