"""A mixer of many projections; each call is written another way."""

from functools import partial

import torch
from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    add_prefix,
    maybe_prefix,
)


class Mixer(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.gate = ReplicatedLinear(size, size, False, quant_config, f"{prefix}.gate")
        self.query = ColumnParallelLinear(size, size, False, quant_config)
        self.key = ColumnParallelLinear(
            size,
            size,
            quant_config=quant_config,
        )

        common = dict(input_size=size, output_size=size, quant_config=quant_config)
        self.value = ColumnParallelLinear(**common)
        self.decay = ColumnParallelLinear(**common, prefix=maybe_prefix(prefix, "decay"))
        self.beta = ReplicatedLinear(**{**common, "bias": True})
        named = {**common, "prefix": add_prefix("bonus", prefix)}
        self.bonus = ReplicatedLinear(**named)

        late = {"bias": True}
        late["quant_config"] = quant_config
        self.first = RowParallelLinear(size, size, **late)
        late["prefix"] = f"{prefix}.second"
        self.second = RowParallelLinear(size, size, **late)

        sizes = {"input_size": size, "output_size": size}
        self.plain = ReplicatedLinear(**sizes)
        self.spare = ReplicatedLinear(**sizes, quant_config=None)

        linear = ColumnParallelLinear
        self.up = linear(size, size, quant_config=quant_config)
        self.down = linear(size, size, quant_config=quant_config, prefix=f"{prefix}.down")

        quantized = partial(RowParallelLinear, size, size, quant_config=quant_config)
        self.left = quantized(bias=True)
        self.right = quantized(prefix=f"{prefix}.right")
        output = partial(RowParallelLinear, quant_config=quant_config, prefix=f"{prefix}.output")
        self.output = output(size, size)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        mixed = torch.sigmoid(self.gate(hidden)) * self.value(hidden)
        return self.output(self.down(self.up(mixed + self.query(hidden) * self.key(hidden))))


class MixerModel(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.mixer = Mixer(size, quant_config, maybe_prefix(prefix, "mixer"))


class MixerForCausalLM(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = MixerModel(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "model"))
