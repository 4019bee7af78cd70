"""A decoder whose checkpoint has older names."""

from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    make_layers,
    maybe_prefix,
)
from engine.mapping import WeightsMapper


class Attention(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.qkv_proj = ColumnParallelLinear(
            size, 3 * size, quant_config=quant_config, prefix=f"{prefix}.qkv_proj"
        )
        self.gate_proj = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.gate_proj"
        )
        self.o_proj = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.o_proj"
        )


class MLP(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.up_proj = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.up_proj"
        )
        self.down_proj = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down_proj"
        )


class Layer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.self_attn = Attention(size, quant_config, prefix=f"{prefix}.self_attn")
        self.mlp = MLP(size, quant_config, prefix=f"{prefix}.mlp")


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


class OldForCausalLM(nn.Module):
    hf_to_vllm_mapper = WeightsMapper(orig_to_new_substr={".attention.": ".self_attn."})

    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Decoder(size, depth, quant_config, prefix=maybe_prefix(prefix, "model"))
        self.head = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=maybe_prefix(prefix, "head")
        )
