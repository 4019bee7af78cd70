"""A decoder with many fused weights."""

from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    RowParallelLinear,
    make_layers,
    maybe_prefix,
)


class Attention(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.qkv_proj = ColumnParallelLinear(
            size, 3 * size, quant_config=quant_config, prefix=f"{prefix}.qkv_proj"
        )
        self.o_proj = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.o_proj"
        )


class MLP(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.gate_up_proj = ColumnParallelLinear(
            size, 2 * size, quant_config=quant_config, prefix=f"{prefix}.gate_up_proj"
        )
        self.down_proj = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down_proj"
        )


class Mixer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.in_ab = ColumnParallelLinear(
            size, 2 * size, quant_config=quant_config, prefix=f"{prefix}.in_ab"
        )


class Layer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.self_attn = Attention(size, quant_config, prefix=f"{prefix}.self_attn")
        self.cross_attn = Attention(size, quant_config, prefix=f"{prefix}.cross_attn")
        self.wide_attn = Attention(size, quant_config, prefix=f"{prefix}.wide_attn")
        self.low_attn = Attention(size, quant_config, prefix=f"{prefix}.low_attn")
        self.split_attn = Attention(size, quant_config, prefix=f"{prefix}.split_attn")
        self.mlp = MLP(size, quant_config, prefix=f"{prefix}.mlp")
        self.shared_mlp = MLP(size, quant_config, prefix=f"{prefix}.shared_mlp")
        self.last_mlp = MLP(size, quant_config, prefix=f"{prefix}.last_mlp")
        self.mixer = Mixer(size, quant_config, prefix=f"{prefix}.mixer")


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


class FusedForCausalLM(nn.Module):
    packed_modules_mapping = {"in_ab": ["in_a", "in_b"]}

    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Decoder(size, depth, quant_config, prefix=maybe_prefix(prefix, "model"))
