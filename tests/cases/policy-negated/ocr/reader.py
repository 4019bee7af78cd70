"""The reader of single glyphs, and its config."""

import dataclasses

import torch
from torch import nn


@dataclasses.dataclass(frozen=True)
class IntConfig:
    bits: int = 8


class IntLinear(nn.Linear):
    def __init__(self, size: int, out: int, int_config: IntConfig | None = None) -> None:
        super().__init__(size, out)
        self.bits = 0 if int_config is None else int_config.bits


class GlyphReader(nn.Module):
    def __init__(self, size: int, glyphs: int, int_config: IntConfig | None = None) -> None:
        super().__init__()
        self.out = IntLinear(size, glyphs, int_config=int_config)

    def forward(self, strokes: torch.Tensor) -> torch.Tensor:
        return self.out(strokes)


class LineReader(nn.Module):
    def __init__(self, size: int, int_config: IntConfig | None = None) -> None:
        super().__init__()
        self.out = IntLinear(size, size, int_config)

    def forward(self, lines: torch.Tensor) -> torch.Tensor:
        return self.out(lines)


@dataclasses.dataclass
class LayoutConfig:
    size: int = 96
    keep_bf16: bool = True

    def build(self, int_config: IntConfig | None = None) -> LineReader:
        return LineReader(self.size, None if self.keep_bf16 else int_config)


@dataclasses.dataclass
class ReaderConfig:
    size: int = 96
    glyphs: int = 20000
    keep_bf16: bool = True
    layout: LayoutConfig = dataclasses.field(default_factory=LayoutConfig)

    def conditional(self, int_config: IntConfig | None = None) -> GlyphReader:
        return GlyphReader(self.size, self.glyphs, None if self.keep_bf16 else int_config)

    def negated(self, int_config: IntConfig | None = None) -> GlyphReader:
        return GlyphReader(
            self.size,
            self.glyphs,
            int_config=int_config if not self.keep_bf16 else None,
        )

    def early(self, int_config: IntConfig | None = None) -> nn.Module:
        if self.keep_bf16:
            return GlyphReader(self.size, self.glyphs)
        return GlyphReader(self.size, self.glyphs, int_config)

    def cleared(self, int_config: IntConfig | None = None) -> nn.Module:
        if self.keep_bf16 or self.glyphs > 10000:
            int_config = None
        return GlyphReader(self.size, self.glyphs, int_config)

    def double_negation(self, int_config: IntConfig | None = None) -> nn.Module:
        quantize = not self.keep_bf16
        if not quantize:
            int_config = None
        return GlyphReader(self.size, self.glyphs, int_config)

    def as_if_quantize(self, int_config: IntConfig | None = None) -> GlyphReader:
        return GlyphReader(
            self.size,
            self.glyphs,
            int_config if self.keep_bf16 else None,
        )

    def early_as_if_quantize(self, int_config: IntConfig | None = None) -> nn.Module:
        if not self.keep_bf16:
            return GlyphReader(self.size, self.glyphs)
        return GlyphReader(self.size, self.glyphs, int_config)

    def half(self, int_config: IntConfig | None = None) -> nn.Module:
        if self.keep_bf16 and self.glyphs > 10000:
            int_config = None
        return GlyphReader(self.size, self.glyphs, int_config)

    def flag_of_another(self, int_config: IntConfig | None = None) -> nn.Module:
        line = self.layout.build(int_config)
        keep = self.layout.keep_bf16
        glyph = GlyphReader(self.size, self.glyphs, None if keep else int_config)
        return nn.Sequential(line, glyph)

    def local_of_that_name(self, int_config: IntConfig | None = None) -> nn.Module:
        keep_bf16 = self.size < 64
        if keep_bf16:
            int_config = None
        return GlyphReader(self.size, self.glyphs, int_config)

    def neighbours(self, int_config: IntConfig | None = None) -> nn.Module:
        line = LineReader(self.size, int_config)
        glyph = GlyphReader(self.size, self.glyphs, None if self.keep_bf16 else int_config)
        return nn.Sequential(line, glyph)
