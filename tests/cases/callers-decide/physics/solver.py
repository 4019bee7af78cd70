"""Those who call."""

from dataclasses import dataclass

from torch import nn

from physics import builders
from physics.builders import closed_builder, mixed_builder, stencil_builder
from physics.layers import ConservationLayer, MixedPlan


@dataclass
class SolverConfig:
    cells: int = 128
    levels: int = 3
    mixed_plan: MixedPlan | None = None


class Grid(nn.Module):
    def __init__(self, config: SolverConfig) -> None:
        super().__init__()
        self.cells = config.cells
        self.stencil = stencil_builder(config.cells, config.mixed_plan)
        self.first = self.correct(1, None)
        self.second = self.correct(order=2, mixed_plan=None)

    def correct(self, order: int, mixed_plan: MixedPlan | None) -> nn.Module:
        return ConservationLayer(self.cells, order, mixed_plan)


class Solver(nn.Module):
    def __init__(self, config: SolverConfig) -> None:
        super().__init__()
        nothing = None
        self.grids = nn.ModuleList([Grid(config) for _ in range(config.levels)])
        self.inner = closed_builder(config.cells, None)
        self.outer = closed_builder(config.cells, mixed_plan=nothing)
        self.edges = nn.ModuleList(
            [
                mixed_builder(config.cells, 1),
                mixed_builder(config.cells, 2, None),
                builders.mixed_builder(config.cells, order=3, mixed_plan=None),
                builders.mixed_builder(config.cells, 4, config.mixed_plan),
            ]
        )


def without_config(config: SolverConfig) -> nn.Module:
    if config.mixed_plan is not None:
        raise ValueError("this solver runs in full precision")
    return closed_builder(config.cells, config.mixed_plan)
