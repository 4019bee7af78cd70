"""A decoder whose checkpoint is loaded elsewhere."""

from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    RowParallelLinear,
    make_layers,
    maybe_prefix,
)


class Conv(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.in_proj = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.in_proj"
        )
        self.out_proj = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.out_proj"
        )


class Layer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.short_conv = Conv(size, quant_config, prefix=f"{prefix}.conv")
        self.long_conv = Conv(size, quant_config, prefix=f"{prefix}.longer_conv")
        self.mlp = Conv(
            size,
            quant_config,
            prefix=f"{prefix}.feed_forward",
        )


class Decoder(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> None:
        super().__init__()
        self.layers = make_layers(
            depth,
            lambda prefix: Layer(size, quant_config, prefix=prefix),
            prefix=f"{prefix}.layers",
        )


class DecoderForCausalLM(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Decoder(size, depth, quant_config, prefix=maybe_prefix(prefix, "model"))
