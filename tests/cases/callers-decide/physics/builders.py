"""The same builder three times, under other callers."""

from physics.layers import ConservationLayer, MixedPlan, StencilLayer


def open_builder(cells: int, mixed_plan: MixedPlan | None = None) -> ConservationLayer:
    return ConservationLayer(cells, mixed_plan=mixed_plan)


def closed_builder(cells: int, mixed_plan: MixedPlan | None = None) -> ConservationLayer:
    return ConservationLayer(cells, mixed_plan=mixed_plan)


def mixed_builder(cells: int, order: int, mixed_plan: MixedPlan | None = None) -> ConservationLayer:
    return ConservationLayer(
        cells,
        order,
        mixed_plan=mixed_plan,
    )


def stencil_builder(cells: int, mixed_plan: MixedPlan | None = None) -> StencilLayer:
    return StencilLayer(cells, mixed_plan=mixed_plan)
