"""What the models are made of."""

import torch
from torch import nn

from engine.linear import ColumnParallelLinear, QuantizationConfig, ReplicatedLinear, RowParallelLinear


class MLP(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.up = ColumnParallelLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.up")
        self.down = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down"
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.down(torch.relu(self.up(hidden)))


class Layer(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.mlp = MLP(size, quant_config=quant_config, prefix=f"{prefix}.mlp")

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden + self.mlp(hidden)


class Tower(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            [Layer(size, quant_config, prefix=f"{prefix}.layers.{i}") for i in range(4)]
        )
        self.proj = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.proj"
        )


class Patches(nn.Module):
    """Never had a name."""

    def __init__(self, size: int, quant_config: QuantizationConfig | None = None) -> None:
        super().__init__()
        self.left = ColumnParallelLinear(size, size, quant_config=quant_config)
        self.right = RowParallelLinear(size, size, quant_config=quant_config)


class Merger(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.proj = RowParallelLinear(
            size, size, bias=True, quant_config=quant_config
        )


class Pooler(nn.Module):
    """Builds late, under the name that it was given."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.size = size
        self.prefix = prefix
        self.quant_config = quant_config
        self._build()

    def _build(self) -> None:
        self.dense = ReplicatedLinear(
            self.size, self.size, quant_config=self.quant_config, prefix=f"{self.prefix}.dense"
        )


class Frozen(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.bits = 8 if quant_config is not None else 16
        self.proj = ReplicatedLinear(size, size, quant_config=None, prefix=f"{prefix}.proj")
        self.bias = ReplicatedLinear(size, 1)
