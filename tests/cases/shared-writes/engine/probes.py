"""Probes, whose settings are dicts."""

from torch import nn

from engine.config import QuantScheme
from engine.layers import Mixer, Probe


def by_item(settings: dict) -> nn.Module:
    mixer = Mixer(settings["size"], settings["quant_scheme"])
    settings["quant_scheme"] = None
    return nn.Sequential(mixer, Probe(settings["size"], settings["quant_scheme"]))


def by_update(settings: dict) -> nn.Module:
    mixer = Mixer(**settings)
    settings.update(quant_scheme=None)
    return nn.Sequential(mixer, Probe(**settings))


def by_pop(settings: dict) -> nn.Module:
    mixer = Mixer(**settings)
    settings.pop("quant_scheme", None)
    return nn.Sequential(mixer, Probe(**settings))


def by_own_keywords(**settings: object) -> nn.Module:
    mixer = Mixer(**settings)
    settings.pop("quant_scheme", None)
    return nn.Sequential(mixer, Probe(**settings))


def by_own_dict(size: int, quant_scheme: QuantScheme) -> nn.Module:
    settings = {"size": size, "quant_scheme": quant_scheme}
    mixer = Mixer(**settings)
    settings["quant_scheme"] = None
    return nn.Sequential(mixer, Probe(**settings))


def by_own_copy(settings: dict) -> nn.Module:
    own = dict(settings)
    own["quant_scheme"] = None
    return nn.Sequential(Mixer(**settings), Probe(**own))
