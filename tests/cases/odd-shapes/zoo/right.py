"""Imports left.py, which imports this file."""

from torch import nn

from zoo import left
from zoo.schicht import BildSchicht


def baue_rechts(größe: int, fmt) -> nn.Module:
    return nn.Sequential(BildSchicht(größe, fmt), left.baue_links(größe, fmt))


class Rechte(left.Linke):
    pass
