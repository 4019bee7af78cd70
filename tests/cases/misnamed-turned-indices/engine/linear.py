"""Linear layers that decide by their own name whether they are quantized."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import nn
from torch.nn import functional as F


def maybe_prefix(prefix: str, name: str) -> str:
    """The name below a prefix; the bare name at the root."""
    return f"{prefix}.{name}" if prefix else name


def add_prefix(name: str, prefix: str) -> str:
    """The same with the parts the other way round."""
    return ".".join(part for part in (prefix, name) if part)


def make_layers(count: int, build: Callable[[str], nn.Module], prefix: str) -> nn.ModuleList:
    """Builds numbered layers, each with its number in its name."""
    return nn.ModuleList([build(maybe_prefix(prefix, str(number))) for number in range(count)])


@dataclass
class QuantizationConfig:
    """Eight-bit weights, except in the layers that the checkpoint left alone."""

    method: str = "fp8"
    ignored_layers: list[str] = field(default_factory=list)

    def get_name(self) -> str:
        return self.method

    def covers(self, name: str) -> bool:
        return not any(name == entry or name.startswith(entry + ".") for entry in self.ignored_layers)


class LinearBase(nn.Module):
    def __init__(
        self,
        input_size: int,
        output_size: int,
        bias: bool = False,
        quant_config: QuantizationConfig | None = None,
        prefix: str = "",
    ) -> None:
        super().__init__()
        self.prefix = prefix
        self.quantized = quant_config is not None and quant_config.covers(prefix)
        self.weight = nn.Parameter(torch.randn(output_size, input_size) / input_size**0.5)
        self.bias = nn.Parameter(torch.zeros(output_size)) if bias else None

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        weight = self.weight
        if self.quantized:
            scale = weight.abs().amax(dim=-1, keepdim=True) / 127
            weight = torch.round(weight / scale) * scale
        return F.linear(hidden, weight, self.bias)


class ReplicatedLinear(LinearBase):
    """The same weight on every rank."""


class ColumnParallelLinear(LinearBase):
    """Split by output, one slice a rank."""


class RowParallelLinear(LinearBase):
    """Split by input, summed over the ranks."""
