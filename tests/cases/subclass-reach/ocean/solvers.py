"""Solvers of this package."""

from ocean.base import Floating, PackedConfig, SaltMixin, TideSolver, WaveSolver, linear

Moon = TideSolver


class MoonSolver(Moon):
    pass


class FullMoonSolver(MoonSolver):
    def __init__(self, size: int, phases: int, packed: PackedConfig | None = None) -> None:
        super().__init__(size, packed)
        self.phases = linear(size, phases, packed)


class TypedSolver(TideSolver[int]):
    pass


class FloatingSolver(Floating, TideSolver[float]):
    pass


class SaltTide(SaltMixin, TideSolver[str]):
    pass


class SaltWave(SaltMixin, WaveSolver):
    pass


class StormSolver(WaveSolver, Floating):
    """Derives from everything but the tide."""


class TideHolder(WaveSolver):
    """Holds one, and is none."""

    def __init__(self, size: int, packed: PackedConfig | None = None) -> None:
        super().__init__(size, packed)
        self.tide = FullMoonSolver(size, 4)


Floating.register(TideHolder)
