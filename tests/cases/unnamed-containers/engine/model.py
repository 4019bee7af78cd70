"""Every way to hold a layer."""

from collections import OrderedDict

import torch
from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    maybe_prefix,
)


class Lists(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> None:
        super().__init__()
        self.pair = nn.ModuleList(
            [
                ColumnParallelLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.pair.0"),
                ColumnParallelLinear(size, size, quant_config=quant_config),
            ]
        )
        self.experts = nn.ModuleList(
            [
                ReplicatedLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.experts.{i}")
                for i in range(depth)
            ]
        )
        self.bare = nn.ModuleList(
            ReplicatedLinear(size, size, quant_config=quant_config)
            for _ in range(depth)
        )
        self.layers = nn.ModuleList()
        for index in range(depth):
            self.layers.append(
                RowParallelLinear(
                    size, size, quant_config=quant_config, prefix=f"{prefix}.layers.{index}"
                )
            )
        blocks = []
        for _ in range(depth):
            blocks.append(RowParallelLinear(size, size, quant_config=quant_config))
        self.blocks = nn.ModuleList(blocks)
        self.more = nn.ModuleList()
        self.more.extend(
            [
                RowParallelLinear(size, size, quant_config=quant_config)
                for _ in range(depth)
            ]
        )


class Dicts(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> None:
        super().__init__()
        self.heads = nn.ModuleDict(
            {
                "text": ReplicatedLinear(
                    size, size, quant_config=quant_config, prefix=f"{prefix}.heads.text"
                ),
                "image": ReplicatedLinear(size, size, quant_config=quant_config),
            }
        )
        self.adapters = nn.ModuleDict(
            {
                name: ReplicatedLinear(
                    size, size, quant_config=quant_config, prefix=f"{prefix}.adapters.{name}"
                )
                for name in ("audio", "video")
            }
        )
        self.towers = nn.ModuleDict()
        self.towers["left"] = ReplicatedLinear(size, size, False, quant_config)
        self.towers["right"] = ReplicatedLinear(
            size, size, False, quant_config, f"{prefix}.towers.right"
        )


class Rows(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> None:
        super().__init__()
        self.merger = nn.Sequential(
            ColumnParallelLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.merger.0"),
            nn.GELU(),
            RowParallelLinear(size, size, quant_config=quant_config),
        )
        self.head = nn.Sequential(
            OrderedDict(
                [
                    ("norm", nn.LayerNorm(size)),
                    ("up", ColumnParallelLinear(size, size, quant_config=quant_config)),
                    (
                        "down",
                        RowParallelLinear(
                            size, size, quant_config=quant_config, prefix=f"{prefix}.head.down"
                        ),
                    ),
                ]
            )
        )
        self.add_module(
            "scale", ReplicatedLinear(size, 1, quant_config=quant_config, prefix=f"{prefix}.scale")
        )
        self.add_module("shift", ReplicatedLinear(size, 1, quant_config=quant_config))
        setattr(self, "bonus", ReplicatedLinear(size, 1, quant_config=quant_config))
        setattr(
            self,
            "decay",
            ReplicatedLinear(size, 1, quant_config=quant_config, prefix=f"{prefix}.decay"),
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.head(self.merger(hidden)) * self.scale(hidden)


class ContainedModel(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Lists(size, depth, quant_config, maybe_prefix(prefix, "model"))
        self.dicts = Dicts(size, quant_config, maybe_prefix(prefix, "dicts"))
        self.rows = Rows(size, quant_config, maybe_prefix(prefix, "rows"))
