"""Names that were given anew."""

import plasma.layers as layers
import plasma.layers.probes as p
from plasma import Tokamak
from plasma.layers.fields import LowBitConfig as Bits
from plasma.layers.fields import low_linear
from torch import nn

Own = Tokamak


def by_assignment(size: int, bits: Bits) -> nn.Module:
    return Own(size, low_bit=bits)


def by_module(size: int, bits: Bits) -> nn.Module:
    first = p.LookingProbe(size, bits)
    hidden = p._HiddenProbe(size, bits)
    return nn.Sequential(first, hidden, layers.fields.FieldSolver(size, bits))


def imported_late(size: int, bits: Bits) -> nn.Module:
    from plasma.layers.fields import Diagnostic

    return Diagnostic(size, bits)


def rebound(size: int, bits: Bits) -> nn.Module:
    Solver = layers.FieldEncoder
    return Solver(size, bits)


def shadowed(size: int, bits: Bits) -> nn.Module:
    def FieldSolver(size: int, low_bit: Bits) -> nn.Module:
        return low_linear(size, low_bit)

    return FieldSolver(size, low_bit=bits)
