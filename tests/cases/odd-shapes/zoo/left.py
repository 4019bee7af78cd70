"""Imports right.py, which imports this file."""

from torch import nn

from zoo.schicht import GewichtsFormat, ZählerSchicht


class Linke(ZählerSchicht):
    pass


import zoo.right  # noqa: E402 (right.py needs the class above)


def baue_links(größe: int, fmt) -> nn.Module:
    return Linke(größe, fmt)


def beide(größe: int, fp8_größe: GewichtsFormat | None) -> nn.Module:
    return nn.Sequential(
        zoo.right.baue_rechts(größe, fp8_größe),
        zoo.right.Rechte(größe, fp8_größe),
    )
