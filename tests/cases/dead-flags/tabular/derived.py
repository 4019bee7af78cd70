"""Columns that are made of others: dataclasses."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import nn

from tabular.packing import PackedConfig, packed_linear


@dataclass
class DateConfig:
    periods: int = 8
    quantize_dates: bool = True

    def summary(self) -> str:
        return f"{self.periods} periods, {'packed' if self.quantize_dates else 'exact'}"

    def build(self, size: int, packed: PackedConfig | None) -> DateEmbedder:
        kept = {key: value for key, value in asdict(self).items() if key != "quantize_dates"}
        return DateEmbedder(size, packed, **kept)


class DateEmbedder(nn.Module):
    def __init__(self, size: int, packed: PackedConfig | None, periods: int) -> None:
        super().__init__()
        self.embed = packed_linear(2 * periods, size, packed)

    def forward(self, column: torch.Tensor) -> torch.Tensor:
        return self.embed(column)


@dataclass
class JoinConfig:
    tables: int = 2
    keep_joins: bool = True

    def build(self, size: int, packed: PackedConfig | None, exact: bool = False) -> JoinEmbedder:
        if exact:
            return JoinEmbedder(size, self.tables)
        return JoinEmbedder(size, self.tables, packed=packed)


class JoinEmbedder(nn.Module):
    def __init__(self, size: int, tables: int, packed: PackedConfig | None = None) -> None:
        super().__init__()
        self.embed = packed_linear(tables * size, size, packed)

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        return self.embed(columns)


@dataclass
class ImageConfig:
    side: int = 32
    quantize_images: bool = False

    def build(self, size: int, packed: PackedConfig | None) -> nn.Module:
        settings = asdict(self)
        del settings["quantize_images"]
        image = ImageEmbedder(size, **settings)
        return nn.Sequential(image, packed_linear(size, size, packed))


class ImageEmbedder(nn.Module):
    def __init__(self, size: int, side: int, packed: PackedConfig | None = None) -> None:
        super().__init__()
        self.embed = packed_linear(side * side, size, packed)

    def forward(self, column: torch.Tensor) -> torch.Tensor:
        return self.embed(column)
