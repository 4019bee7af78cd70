"""Builds all of them."""

from dataclasses import dataclass

from torch import nn

from ocean.base import PackedConfig, Solver, TideSolver, WaveSolver
from ocean.ext.reef import QuietReefSolver, ReefSolver, StormReef
from ocean.solvers import (
    FloatingSolver,
    FullMoonSolver,
    MoonSolver,
    SaltTide,
    SaltWave,
    StormSolver,
    TideHolder,
    TypedSolver,
)


@dataclass
class OceanConfig:
    size: int = 24
    packed: PackedConfig | None = None


def tides(config: OceanConfig) -> nn.Module:
    size, packed = config.size, config.packed
    return nn.Sequential(
        TideSolver(size, packed),
        MoonSolver(size, packed=packed),
        FullMoonSolver(size, 4, packed),
        TypedSolver(size, packed),
        FloatingSolver(
            size,
            packed=packed,
        ),
        SaltTide(size, packed),
        ReefSolver(size, packed=packed),
        QuietReefSolver(size),
        TideSolver(size),
        FullMoonSolver(size, 4),
    )


def waves(config: OceanConfig) -> nn.Module:
    size, packed = config.size, config.packed
    return nn.Sequential(
        Solver(size, packed),
        WaveSolver(size, packed=packed),
        SaltWave(size, packed),
        StormSolver(size, packed),
        StormReef(size, packed),
        TideHolder(size, packed=packed),
    )
