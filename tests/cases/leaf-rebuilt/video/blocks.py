"""A block, and those who change one of its layers."""

import torch
from torch import nn

from video.nf4 import NF4Config, fold


class FrameBlock(nn.Module):
    """Not excluded; builds what its subclasses exchange."""

    def __init__(self, size: int, nf4: NF4Config | None = None) -> None:
        super().__init__()
        self.nf4 = nf4
        self.frame_proj = fold(size, size, nf4)
        self.flow_proj = fold(size, 2, nf4)
        self.warp = nn.Sequential(nn.GELU(), fold(size, size))

    def forward(self, frames: torch.Tensor) -> torch.Tensor:
        return self.warp(self.frame_proj(frames)) * self.flow_proj(frames).mean()


class MotionBlock(FrameBlock):
    def __init__(self, size: int, nf4: NF4Config | None = None) -> None:
        super().__init__(size, nf4)
        self.frame_proj = fold(size, 2 * size, nf4=self.nf4)
        self.flow_proj = fold(size, 2, nf4=None)


class CarefulMotionBlock(MotionBlock):
    def __init__(self, size: int, nf4: NF4Config | None = None) -> None:
        super().__init__(size, nf4=nf4)
        if nf4 is not None:
            self.frame_proj = fold(size, size)
        self.warp = nn.Sequential(
            fold(size, size, nf4=nf4),
            nn.GELU(),
            fold(size, size, nf4=None),
        )


class GlidingMotionBlock(MotionBlock):
    def __init__(self, size: int, nf4: NF4Config | None = None) -> None:
        super().__init__(size, nf4=nf4)
        self.flow_proj = fold(
            size,
            4,
            nf4=self.nf4,
        )
        self.warp = nn.Identity()


class StillMotionBlock(MotionBlock):
    def __init__(self, size: int, nf4: NF4Config | None = None) -> None:
        super().__init__(size, nf4=nf4)
        self.flow_proj = nn.Identity()


class DenseMotionBlock(nn.Module):
    """Builds everything itself, the flow in three ways."""

    def __init__(self, size: int, steps: int, nf4: NF4Config | None = None) -> None:
        super().__init__()
        self.first = fold(size, size, nf4=nf4)
        self.flow_proj = fold(size, 2, nf4=nf4)
        if steps > 1:
            self.flow_proj = fold(size, 2 * steps, nf4=None)

    def forward(self, frames: torch.Tensor) -> torch.Tensor:
        return self.flow_proj(self.first(frames))


class SparseMotionBlock(DenseMotionBlock):
    """Builds the flow anew wherever there was a config."""

    def __init__(self, size: int, steps: int, nf4: NF4Config | None = None) -> None:
        super().__init__(size, steps, nf4=nf4)
        if nf4 is not None:
            self.flow_proj = fold(size, 2, nf4=None)


class TwiceMotionBlock(DenseMotionBlock):
    def __init__(self, size: int, nf4: NF4Config | None = None) -> None:
        super().__init__(size, 1)
        shape = {"size": size, "nf4": nf4}
        self.second = fold(**shape, out=2)
        self.flow_proj = fold(out=4, **{**shape, "nf4": None})


def clip(size: int, steps: int, nf4: NF4Config | None) -> nn.ModuleList:
    return nn.ModuleList(
        [
            FrameBlock(size, nf4),
            MotionBlock(size, nf4),
            CarefulMotionBlock(size, nf4),
            GlidingMotionBlock(size, nf4),
            StillMotionBlock(size, nf4),
            DenseMotionBlock(size, steps, nf4),
            SparseMotionBlock(size, steps, nf4),
            TwiceMotionBlock(size, nf4),
        ]
    )
