"""Blocks whose layers are of a class that somebody else chose."""

import torch
from torch import nn

from engine.linear import ColumnParallelLinear, QuantizationConfig, RowParallelLinear, maybe_prefix
from engine.linear import ReplicatedLinear as Replicated

LAYERS = {"column": ColumnParallelLinear, "row": RowParallelLinear}


class Block(nn.Module):
    linear_cls: type[nn.Module] = ColumnParallelLinear
    norm_cls = nn.LayerNorm

    def __init__(
        self,
        size: int,
        wide: bool,
        kind: str,
        quant_config: QuantizationConfig | None = None,
        prefix: str = "",
    ) -> None:
        super().__init__()
        self.norm = self.norm_cls(size)
        self.up = self.linear_cls(size, size, quant_config=quant_config)
        self.down = self.linear_cls(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down"
        )

        chosen = ColumnParallelLinear if wide else Replicated
        self.left = chosen(size, size, quant_config=quant_config)
        self.right = chosen(size, size, quant_config=quant_config, prefix=f"{prefix}.right")

        if wide:
            layer_type = RowParallelLinear
        else:
            layer_type = Replicated
        self.first = layer_type(size, size, True, quant_config)
        self.second = layer_type(size, size, True, quant_config, f"{prefix}.second")

        self.query = LAYERS[kind](size, size, quant_config=quant_config)
        self.key = LAYERS[kind](size, size, quant_config=quant_config, prefix=f"{prefix}.key")
        self.value = LAYERS["row"](
            size, size, quant_config=quant_config
        )
        self.bias = Replicated(size, 1, quant_config=quant_config)

        self.make = RowParallelLinear
        self.output = self.make(size, size, quant_config=quant_config)
        self.scale = self.make(size, 1, quant_config=quant_config, prefix=f"{prefix}.scale")

        plain = nn.Linear if wide else nn.Identity
        self.skip = plain(size, size)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.output(self.down(self.up(self.norm(hidden))))


class WideBlock(Block):
    linear_cls = RowParallelLinear


class Chooser(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.narrow = Block(
            size, False, "row", quant_config, prefix=maybe_prefix(prefix, "narrow")
        )
        self.wide = WideBlock(size, True, "column", quant_config, maybe_prefix(prefix, "wide"))
        self.head = Replicated(
            size, size, quant_config=quant_config, prefix=maybe_prefix(prefix, "head")
        )
