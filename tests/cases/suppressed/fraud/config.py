"""The config, and builders with comments."""

from collections.abc import Callable

from pydantic import BaseModel
from torch import nn

from fraud.layers import EventLayer, Mxfp4Config, ScoreLayer


class ScoreConfig(BaseModel):
    size: int = 64
    note: str = ""
    quantize_score: bool = False

    def right(self, mxfp4: Mxfp4Config | None) -> ScoreLayer:
        return ScoreLayer(self.size, self.note, mxfp4 if self.quantize_score else None)

    def silent_flag(self) -> ScoreLayer:
        return ScoreLayer(**self.model_dump())  # quantfence: ignore[QF002] kept for old checkpoints

    def silent_flag_above(self) -> ScoreLayer:
        return ScoreLayer(  # quantfence: ignore[QF002]
            self.size,
            quantize_score=self.quantize_score,
        )

    def one_of_two(self, mxfp4: Mxfp4Config | None) -> ScoreLayer:
        return ScoreLayer(**self.model_dump(), mxfp4=mxfp4)  # quantfence: ignore[QF002] known

    def other_of_two(self, mxfp4: Mxfp4Config | None) -> ScoreLayer:
        return ScoreLayer(**self.model_dump(), mxfp4=mxfp4)  # quantfence: ignore[QF001] known

    def both(self, mxfp4: Mxfp4Config | None) -> ScoreLayer:
        return ScoreLayer(**self.model_dump(), mxfp4=mxfp4)  # quantfence: ignore both, for a demo

    def both_on_two_lines(self, mxfp4: Mxfp4Config | None) -> ScoreLayer:
        return ScoreLayer(  # quantfence: ignore[QF001,QF002] for a demo
            **self.model_dump(),
            mxfp4=mxfp4,
        )

    def each_on_its_line(self, mxfp4: Mxfp4Config | None) -> ScoreLayer:
        return ScoreLayer(
            **self.model_dump(),  # quantfence: ignore[QF002]
            mxfp4=mxfp4,  # quantfence: ignore[QF001]
        )

    def first_on_its_line(self, mxfp4: Mxfp4Config | None) -> ScoreLayer:
        return ScoreLayer(
            **self.model_dump(),  # quantfence: ignore[QF002]
            mxfp4=mxfp4,
        )


def repeat(count: int, make: Callable[[int], nn.Module]) -> nn.ModuleList:
    return nn.ModuleList([make(number) for number in range(count)])


def inside_a_lambda(size: int, mxfp4: Mxfp4Config) -> nn.Module:
    layers = repeat(  # quantfence: ignore[QF001] measured, never released
        3,
        lambda number: ScoreLayer(
            size,
            str(number),
            mxfp4=mxfp4,
        ),
    )
    return layers


def inside_a_with(size: int, mxfp4: Mxfp4Config, lock) -> nn.Module:
    with lock:
        layer = ScoreLayer(  # quantfence: ignore[QF001] one per process
            size,
            mxfp4=mxfp4,
        )
    return layer


def next_statement(size: int, mxfp4: Mxfp4Config) -> nn.Module:
    first = ScoreLayer(size, mxfp4=mxfp4)  # quantfence: ignore[QF001] the first alone
    second = ScoreLayer(size, mxfp4=mxfp4)
    return nn.Sequential(first, EventLayer(size, mxfp4), second)


def set_later(size: int, mxfp4: Mxfp4Config) -> nn.Module:
    layer = ScoreLayer(size)
    layer.mxfp4 = mxfp4  # quantfence: ignore[QF001] read by the profiler only
    return layer


def string_only(size: int, mxfp4: Mxfp4Config) -> nn.Module:
    note = """
    # quantfence: ignore[QF001]
    """; return ScoreLayer(size, "# quantfence: ignore-file[QF001]", mxfp4)
