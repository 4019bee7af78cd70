"""A model of special layers."""

from torch import nn

from engine.linear import QuantizationConfig, maybe_prefix
from engine.special import (
    InheritedLinear,
    OldLinear,
    OpenLinear,
    PositionalLinear,
    QuietLinear,
    RenamedLinear,
    ScaledLinear,
    ShortLinear,
    TinyLinear,
    TwiceScaledLinear,
    WideOpenLinear,
)


class Block(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.scaled = ScaledLinear(size, size, quant_config, prefix=f"{prefix}.scaled")
        self.twice = TwiceScaledLinear(size, size, quant_config, prefix=f"{prefix}.twice")
        self.tiny = TinyLinear(size, quant_config=quant_config)
        self.short = ShortLinear(size, quant_config=quant_config, prefix=f"{prefix}.short")
        self.old = OldLinear(size, quant_config=quant_config, prefix=f"{prefix}.old")
        self.open = OpenLinear(size, quant_config=quant_config, prefix=f"{prefix}.open")
        self.shut = OpenLinear(size, quant_config=quant_config)
        self.wide = WideOpenLinear(size, quant_config=quant_config, prefix=f"{prefix}.wide")
        self.narrow = WideOpenLinear(size, quant_config=quant_config)
        self.renamed = RenamedLinear(size, quant_config, path=f"{prefix}.renamed")
        self.positional = PositionalLinear(size, quant_config, f"{prefix}.positional")
        self.silent = PositionalLinear(size, quant_config)
        self.quiet = QuietLinear(size, quant_config=quant_config, prefix=f"{prefix}.quiet")
        self.inherited = InheritedLinear(size, quant_config, prefix=f"{prefix}.inherited")
        self.bare = InheritedLinear(size, quant_config)


class SpecialModel(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.block = Block(size, quant_config, maybe_prefix(prefix, "block"))
        self.head = PositionalLinear(size, quant_config, maybe_prefix(prefix, "head"))
