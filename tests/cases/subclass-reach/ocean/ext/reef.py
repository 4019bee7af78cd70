"""A solver three files away."""

from .. import solvers
from ..base import PackedConfig
from ..solvers import FullMoonSolver as Full


class ReefSolver(Full):
    def __init__(self, size: int, **kwargs) -> None:
        super().__init__(size, 8, **kwargs)


class QuietReefSolver(ReefSolver):
    def __init__(self, size: int) -> None:
        super().__init__(size, packed=None)


class StormReef(solvers.StormSolver):
    def __init__(self, size: int, packed: PackedConfig | None = None) -> None:
        super().__init__(size, packed=packed)
