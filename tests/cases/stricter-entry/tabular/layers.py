"""The layers of a table model."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Fp8Options:
    margin: int = 0


def dense(size: int, out: int, *, fp8_options: Fp8Options | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if fp8_options is not None:
        made.register_buffer("margin", torch.tensor(fp8_options.margin))
    return made


class FeatureGate(nn.Module):
    def __init__(self, size: int, fp8_options: Fp8Options | None = None) -> None:
        super().__init__()
        self.open = dense(size, size, fp8_options=fp8_options)

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        return columns * torch.sigmoid(self.open(columns))


class FeatureTokenizer(nn.Module):
    def __init__(self, size: int, fp8_options: Fp8Options | None = None) -> None:
        super().__init__()
        self.embed = dense(1, size, fp8_options=fp8_options)

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        return self.embed(columns.unsqueeze(-1))


class RowHead(nn.Module):
    def __init__(self, size: int, fp8_options: Fp8Options | None = None) -> None:
        super().__init__()
        self.mix = dense(size, size, fp8_options=fp8_options)
        self.class_proj = dense(size, 10, fp8_options=fp8_options)
        self.rank_proj = dense(
            size,
            1,
            fp8_options=fp8_options,
        )

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        mixed = torch.relu(self.mix(rows))
        return torch.cat([self.class_proj(mixed), self.rank_proj(mixed)], dim=-1)
