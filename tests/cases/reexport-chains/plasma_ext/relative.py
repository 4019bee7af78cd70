"""Goes down and up again."""

from torch import nn

from .deep import aliased
from .deep.starred import FieldSolver as Solving
from .deep.starred import LookingProbe, LowBitConfig


class Torus(nn.Module):
    def __init__(self, size: int, *, low_bit: LowBitConfig | None = None) -> None:
        super().__init__()
        self.look = LookingProbe(size, low_bit)
        self.solve = Solving(size, low_bit)
        self.again = aliased.Own(size, None)
