"""Layers by the dozen."""

from functools import partial

import torch
from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    RowParallelLinear,
    make_layers,
    maybe_prefix,
)


class Layer(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.gate = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.gate"
        )
        self.down = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down"
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.down(torch.sigmoid(self.gate(hidden)) * hidden)


class Stacks(nn.Module):
    def __init__(
        self,
        size: int,
        depth: int,
        quant_config: QuantizationConfig | None = None,
        prefix: str = "",
    ) -> None:
        super().__init__()
        self.size = size
        self.quant_config = quant_config
        self.first = make_layers(
            depth,
            lambda prefix: Layer(size, quant_config=quant_config, prefix=prefix),
            prefix=f"{prefix}.first",
        )
        self.second = make_layers(
            depth,
            lambda prefix: Layer(size, quant_config=quant_config),
            prefix=f"{prefix}.second",
        )
        self.third = make_layers(
            depth, lambda name: Layer(size, quant_config, name), maybe_prefix(prefix, "third")
        )
        self.fourth = make_layers(
            depth,
            lambda name: ColumnParallelLinear(
                size, size, quant_config=quant_config
            ),
            prefix=f"{prefix}.fourth",
        )

        def named(prefix: str) -> nn.Module:
            return Layer(size, quant_config=quant_config, prefix=prefix)

        def unnamed(prefix: str) -> nn.Module:
            layer = Layer(size, quant_config=quant_config)
            layer.train(False)
            return layer

        self.fifth = make_layers(depth, named, prefix=f"{prefix}.fifth")
        self.sixth = make_layers(depth, unnamed, prefix=f"{prefix}.sixth")
        self.seventh = make_layers(depth, self._named, prefix=f"{prefix}.seventh")
        self.eighth = make_layers(depth, self._unnamed, prefix=f"{prefix}.eighth")
        self.ninth = make_layers(
            depth, partial(Layer, size, quant_config), prefix=f"{prefix}.ninth"
        )

        build = lambda index: Layer(size, quant_config, prefix=f"{prefix}.tail.{index}")  # noqa: E731
        self.tail = nn.ModuleList([build(index) for index in range(depth)])
        bare = lambda: Layer(size, quant_config)  # noqa: E731
        self.rest = nn.ModuleList([bare() for _ in range(depth)])

    def _named(self, prefix: str) -> nn.Module:
        return Layer(self.size, quant_config=self.quant_config, prefix=prefix)

    def _unnamed(self, prefix: str) -> nn.Module:
        return Layer(self.size, quant_config=self.quant_config)


class StackedModel(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Stacks(size, depth, quant_config, prefix=maybe_prefix(prefix, "model"))
