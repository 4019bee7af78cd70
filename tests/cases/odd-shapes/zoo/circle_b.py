"""The other half."""

from zoo.circle_a import Ei
from zoo.schicht import GewichtsFormat


class Henne(Ei):
    def __init__(self, größe: int, fp8_größe: GewichtsFormat | None = None) -> None:
        super().__init__(größe, fp8_größe)
