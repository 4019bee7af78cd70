"""A decoder with experts behind a gate."""

from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    maybe_prefix,
)


class Attention(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.out_gate = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.out_gate"
        )
        self.o_proj = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.o_proj"
        )


class MLP(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.gate = ReplicatedLinear(size, 1, quant_config=quant_config, prefix=f"{prefix}.gate")
        self.gate_proj = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.gate_proj"
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
        self.layers = nn.ModuleList(
            [Layer(size, quant_config, prefix=f"{prefix}.layers.{i}") for i in range(depth)]
        )


class GatedForCausalLM(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Decoder(size, depth, quant_config, prefix=maybe_prefix(prefix, "model"))
        self.lm_head = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=maybe_prefix(prefix, "lm_head")
        )
