"""The front: what hears, and what decides whether to wake up."""

from dataclasses import dataclass

import torch
import torch.nn
from torch.nn import Module as TorchModule

from edge.array import ArrayLayer


@dataclass(frozen=True)
class EdgeFormat:
    bits: int = 8


class Layer(TorchModule):
    pass


class Sized(Layer):
    def __init__(self, size: int, edge_format: EdgeFormat | None = None, **further: object) -> None:
        super().__init__()
        self.further = further
        self.bits = 16 if edge_format is None else edge_format.bits
        self.out = torch.nn.Linear(size, size)


class WakeWord(Sized):
    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.out(sound))


class Denoise(Sized):
    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return sound - self.out(sound)


class Beamformer(ArrayLayer):
    """A layer that runs on the array itself, and so is no module of torch."""

    def __init__(self, size: int, edge_format=None, narrow_front: bool = False) -> None:
        super().__init__(channels=size)
        self.edge_format, self.narrow_front = edge_format, narrow_front


class Meter(ArrayLayer):
    """Shows how loud it is; the manifest does not speak of it."""

    def __init__(self, size: int, edge_format=None, narrow_front: bool = False) -> None:
        super().__init__(channels=size)
        self.edge_format, self.narrow_front = edge_format, narrow_front


class Counter:
    def __init__(self, size: int, narrow_front: bool = False) -> None:
        self.size, self.narrow_front = size, narrow_front
