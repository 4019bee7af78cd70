"""Takes everything by a star; this package has no __init__ file."""

from torch import nn

from plasma import *
from plasma.layers.fields import *


class Diagnostic(nn.Module):
    """Of this file: a star does not bring the other one."""

    def __init__(self, size: int, low_bit: LowBitConfig | None = None) -> None:
        super().__init__()
        self.mix = low_linear(size, low_bit)


def solver(size: int, low_bit: LowBitConfig | None) -> nn.Module:
    return nn.Sequential(
        FieldEncoder(size, low_bit),
        FieldSolver(size, low_bit),
        Diagnostic(size, low_bit),
    )


def probes(size: int, low_bit: LowBitConfig | None) -> nn.Module:
    looking = LookingProbe(size, low_bit=low_bit)
    return nn.Sequential(looking, SolvingProbe(size, low_bit=low_bit))
