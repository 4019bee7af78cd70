"""A decoder with more projections than it needs."""

import torch
from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    add_prefix,
    make_layers,
    maybe_prefix,
)


class MLP(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.gate = ReplicatedLinear(size, 1, quant_config=None)
        self.up = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=maybe_prefix(prefix, "up")
        )
        self.down = RowParallelLinear(
            size,
            size,
            quant_config=quant_config,
            prefix=maybe_prefix("down", prefix),
        )
        self.left = ColumnParallelLinear(
            size, size, False, quant_config, add_prefix(prefix, "left")
        )
        self.right = ColumnParallelLinear(
            size, size, False, quant_config, add_prefix("right", prefix)
        )

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.down(self.up(hidden)) + self.left(hidden) * self.right(hidden)


class Attention(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.q_proj = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.q_proj"
        )
        self.k_proj = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.q_proj"
        )
        self.v_proj = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix="v_proj"
        )
        self.o_proj = RowParallelLinear(
            size,
            size,
            quant_config=quant_config,
            prefix=f"{prefix}.out_proj",
        )
        self.a_proj = ReplicatedLinear(size, 1, quant_config=quant_config, prefix=f"{prefix}.ab")
        self.b_proj = ReplicatedLinear(size, 1, quant_config=quant_config, prefix=f"{prefix}.ab")
        self.c_proj = ReplicatedLinear(size, 1, quant_config=quant_config, prefix="")
        self.d_proj = ReplicatedLinear(size, 1, quant_config=quant_config, prefix=prefix)
        self.e_proj = ReplicatedLinear(
            size,
            1,
            quant_config=quant_config,
            prefix=f"{prefix}.attn.e_proj",
        )
        shared = {"quant_config": quant_config, "prefix": f"{prefix}.shared"}
        self.shared = ReplicatedLinear(size, size, **shared)
        self.twin = ReplicatedLinear(
            size,
            size,
            **shared,
        )


class Layer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.self_attn = Attention(
            size,
            quant_config,
            prefix=prefix,
        )
        self.cross_attn = Attention(size, quant_config, prefix=f"{prefix}.self_attn")
        self.mlp = MLP(size, quant_config=quant_config, prefix=f"{prefix}.mlp")


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
