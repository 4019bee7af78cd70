"""Derives from what derives from it."""

from torch import nn

from zoo.circle_b import Henne
from zoo.schicht import GewichtsFormat, ZählerSchicht


class Ei(Henne):
    def __init__(self, größe: int, fp8_größe: GewichtsFormat | None = None) -> None:
        super().__init__(größe, fp8_größe)


class Selbst(Selbst):
    def baue(self, größe: int, fp8_größe: GewichtsFormat | None) -> nn.Module:
        return ZählerSchicht(größe, fp8_größe)


def eier(größe: int, fp8_größe: GewichtsFormat | None) -> list[nn.Module]:
    return [Ei(größe, fp8_größe), Henne(größe, fp8_größe)]
