"""Die Schichten."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class GewichtsFormat:
    kacheln: int = 64


class ZählerSchicht(nn.Module):
    def __init__(self, größe: int, fp8_größe: GewichtsFormat | None = None) -> None:
        super().__init__()
        self.aus = nn.Linear(größe, größe)
        self.kacheln = 0 if fp8_größe is None else fp8_größe.kacheln

    def forward(self, bilder: torch.Tensor) -> torch.Tensor:
        return self.aus(bilder).round()


class BildSchicht(nn.Module):
    def __init__(self, größe: int, fp8_größe: GewichtsFormat | None = None) -> None:
        super().__init__()
        self.aus = nn.Linear(größe, größe)
        self.kacheln = 0 if fp8_größe is None else fp8_größe.kacheln

    def forward(self, bilder: torch.Tensor) -> torch.Tensor:
        return self.aus(bilder)
