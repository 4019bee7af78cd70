"""Builders that put their arguments together first."""

from types import SimpleNamespace
from typing import Any, NamedTuple

from torch import nn

from chem.layers import EnergyReadout, MessageLayer, MoleculeConfig, ReducedConfig


class KeptOnSelf(nn.Module):
    def __init__(self, config: MoleculeConfig) -> None:
        super().__init__()
        self.common = dict(size=config.size, reduced_cfg=config.reduced_cfg)
        self.plain = {key: self.common[key] for key in ("size",)}
        self.messages = MessageLayer(**self.common)
        self.add_readouts()

    def add_readouts(self) -> None:
        self.exact = EnergyReadout(**self.plain)
        self.readout = EnergyReadout(hops=2, **self.common)


def returned(config: MoleculeConfig) -> nn.Module:
    messages = MessageLayer(**config.layer_kwargs())
    exact = EnergyReadout(**config.plain_kwargs())
    return nn.Sequential(messages, exact, EnergyReadout(**config.layer_kwargs()))


def returned_value(config: MoleculeConfig) -> nn.Module:
    return EnergyReadout(config.size, reduced_cfg=config.numerics())


def merged(config: MoleculeConfig) -> nn.Module:
    shape = {"size": config.size, "hops": 3}
    return EnergyReadout(**(shape | {"reduced_cfg": config.reduced_cfg}))


def merged_none_last(config: MoleculeConfig) -> nn.Module:
    return EnergyReadout(**(config.layer_kwargs() | {"reduced_cfg": None}))


def merged_none_first(config: MoleculeConfig) -> nn.Module:
    return EnergyReadout(
        **{"reduced_cfg": None, **config.layer_kwargs()},
    )


def dict_none_last(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    return nn.Sequential(MessageLayer(**common), EnergyReadout(**dict(common, reduced_cfg=None)))


def merged_in_place(config: MoleculeConfig) -> nn.Module:
    settings: dict[str, Any] = {"size": config.size}
    settings |= {"reduced_cfg": config.reduced_cfg}
    return EnergyReadout(**settings)


def copied(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    own = common.copy()
    own["reduced_cfg"] = None
    return nn.Sequential(MessageLayer(**common), EnergyReadout(**own))


def copy_forgotten(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    own = dict(common)
    own["reduced_cfg"] = None
    return nn.Sequential(
        MessageLayer(**own),
        EnergyReadout(
            **common,
        ),
    )


def same_dict_two_names(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    own = common
    own["reduced_cfg"] = None
    return EnergyReadout(**common)


def setdefault(config: MoleculeConfig, **kwargs: Any) -> nn.Module:
    kwargs.setdefault("size", config.size)
    kwargs["reduced_cfg"] = None
    kwargs.setdefault("reduced_cfg", config.reduced_cfg)
    return EnergyReadout(**kwargs)


def setdefault_first(config: MoleculeConfig) -> nn.Module:
    settings: dict[str, Any] = {"size": config.size}
    settings.setdefault("reduced_cfg", config.reduced_cfg)
    return EnergyReadout(**settings)


def under_a_condition(config: MoleculeConfig, fast: bool) -> nn.Module:
    settings: dict[str, Any] = {"size": config.size}
    if fast:
        settings["reduced_cfg"] = config.reduced_cfg
    return EnergyReadout(**settings)


def picked(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    rest = {key: value for key, value in common.items() if key != "reduced_cfg"}
    return nn.Sequential(MessageLayer(**common), EnergyReadout(**rest))


def picked_another(config: MoleculeConfig) -> nn.Module:
    common = {**config.layer_kwargs(), "hops": 2}
    rest = {key: value for key, value in common.items() if key != "hops"}
    return EnergyReadout(**rest)


def cleared(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    messages = MessageLayer(**common)
    common.update(reduced_cfg=None, hops=2)
    return nn.Sequential(messages, EnergyReadout(**common))


def one_item(config: MoleculeConfig) -> nn.Module:
    common = {**config.layer_kwargs(), "hops": 2}
    return EnergyReadout(common["size"], common["hops"])


def the_item(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    return EnergyReadout(config.size, 2, common["reduced_cfg"])


def popped_out(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    numerics = common.pop("reduced_cfg")
    exact = EnergyReadout(**common)
    return nn.Sequential(exact, MessageLayer(**common, reduced_cfg=numerics))


def popped_and_put_back(config: MoleculeConfig) -> nn.Module:
    common = config.layer_kwargs()
    numerics = common.pop("reduced_cfg")
    exact = EnergyReadout(**common)
    return nn.Sequential(exact, EnergyReadout(**common, reduced_cfg=numerics))


class Context(NamedTuple):
    size: int
    numerics: ReducedConfig | None


def in_a_tuple(config: MoleculeConfig) -> nn.Module:
    context = Context(config.size, config.reduced_cfg)
    return EnergyReadout(context.size, reduced_cfg=context.numerics)


def in_a_namespace(config: MoleculeConfig) -> nn.Module:
    context = SimpleNamespace(size=config.size, reduced_cfg=config.reduced_cfg, hops=2)
    messages = MessageLayer(context.size, reduced_cfg=context.reduced_cfg)
    return nn.Sequential(messages, EnergyReadout(context.size, context.hops))
