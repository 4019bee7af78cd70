"""The readout, and the layer that passes messages."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class ReducedConfig:
    bits: int = 8


@dataclass
class MoleculeConfig:
    size: int = 96
    depth: int = 4
    reduced_cfg: ReducedConfig | None = None

    def layer_kwargs(self) -> dict[str, object]:
        return {"size": self.size, "reduced_cfg": self.reduced_cfg}

    def plain_kwargs(self) -> dict[str, object]:
        return {"size": self.size, "reduced_cfg": None}

    def numerics(self) -> ReducedConfig | None:
        return self.reduced_cfg


class MessageLayer(nn.Module):
    def __init__(
        self, size: int, hops: int = 1, reduced_cfg: ReducedConfig | None = None
    ) -> None:
        super().__init__()
        self.hops, self.bits = hops, 16 if reduced_cfg is None else reduced_cfg.bits
        self.out = nn.Linear(size, size)

    def forward(self, atoms: torch.Tensor) -> torch.Tensor:
        return self.out(atoms)


class EnergyReadout(MessageLayer):
    def forward(self, atoms: torch.Tensor) -> torch.Tensor:
        return super().forward(atoms).sum(dim=1)
