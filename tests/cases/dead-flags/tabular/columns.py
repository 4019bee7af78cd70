"""One config for each kind of column: pydantic models."""

from __future__ import annotations

import torch
from pydantic import BaseModel
from torch import nn

from tabular.packing import PackedConfig, packed_linear


class NumberConfig(BaseModel):
    bins: int = 64
    quantize_numbers: bool = False

    def build(self, size: int, packed: PackedConfig | None) -> NumberEmbedder:
        return NumberEmbedder(
            **self.model_dump(exclude={"quantize_numbers"}),
            size=size,
            packed=packed,
        )


class NumberEmbedder(nn.Module):
    def __init__(self, size: int, bins: int, packed: PackedConfig | None) -> None:
        super().__init__()
        self.embed = packed_linear(bins, size, packed)

    def forward(self, column: torch.Tensor) -> torch.Tensor:
        return self.embed(column)


class CategoryConfig(BaseModel):
    distinct: int = 1000
    hashed: bool = True
    quantize_categories: bool = True

    def build(self, size: int, packed: PackedConfig | None) -> CategoryEmbedder:
        settings = self.model_dump()
        settings.pop("quantize_categories")
        return CategoryEmbedder(size, **settings, packed=None)


class CategoryEmbedder(nn.Module):
    def __init__(self, size: int, distinct: int, hashed: bool, packed: PackedConfig | None) -> None:
        super().__init__()
        self.hashed = hashed
        self.embed = packed_linear(distinct, size, packed)

    def forward(self, column: torch.Tensor) -> torch.Tensor:
        return self.embed(column)


class TextConfig(BaseModel):
    """`quantize_texts` of the vocabulary is about its file on disk."""

    vocabulary: VocabularyConfig
    quantize_texts: bool = True

    def build(self, size: int, packed: PackedConfig | None) -> TextEmbedder:
        if not self.vocabulary.quantize_texts:
            packed = None
        return TextEmbedder(size, self.vocabulary.words, packed=packed)


class VocabularyConfig(BaseModel):
    words: int = 30000
    quantize_texts: bool = False


class TextEmbedder(nn.Module):
    def __init__(self, size: int, words: int, packed: PackedConfig | None) -> None:
        super().__init__()
        self.embed = packed_linear(words, size, packed)

    def forward(self, column: torch.Tensor) -> torch.Tensor:
        return self.embed(column).mean(dim=1)


class PlaceConfig(BaseModel):
    cells: int = 4096
    quantize_places: bool = True

    def build(self, size: int, packed: PackedConfig | None) -> PlaceEmbedder:
        settings = self.model_dump(exclude={"quantize_places"})
        return PlaceEmbedder(size, **settings, packed=packed if self.quantize_places else None)


class PlaceEmbedder(nn.Module):
    def __init__(self, size: int, cells: int, packed: PackedConfig | None) -> None:
        super().__init__()
        self.embed = packed_linear(cells, size, packed)

    def forward(self, column: torch.Tensor) -> torch.Tensor:
        return self.embed(column)


TextConfig.model_rebuild()
