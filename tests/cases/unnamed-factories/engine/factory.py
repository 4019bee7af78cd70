"""Layers to order."""

from torch import nn

from engine.linear import ColumnParallelLinear, QuantizationConfig, ReplicatedLinear, RowParallelLinear


def build_linear(
    input_size: int,
    output_size: int,
    *,
    split: str = "none",
    quant_config: QuantizationConfig | None = None,
    prefix: str = "",
) -> nn.Module:
    if split == "column":
        return ColumnParallelLinear(
            input_size, output_size, quant_config=quant_config, prefix=prefix
        )
    if split == "row":
        return RowParallelLinear(input_size, output_size, quant_config=quant_config, prefix=prefix)
    return ReplicatedLinear(input_size, output_size, quant_config=quant_config, prefix=prefix)


def build_plain(size: int, quant_config: QuantizationConfig | None = None) -> nn.Module:
    layer = ReplicatedLinear(size, size, quant_config=quant_config)
    return layer


def build_all(sizes: list[int], quant_config: QuantizationConfig | None, prefix: str) -> nn.ModuleList:
    return nn.ModuleList(
        [
            build_linear(size, size, quant_config=quant_config, prefix=f"{prefix}.{number}")
            for number, size in enumerate(sizes)
        ]
    )
