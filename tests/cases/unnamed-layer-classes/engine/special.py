"""Layers with something more."""

import torch
from torch import nn

from engine.linear import ColumnParallelLinear, QuantizationConfig, ReplicatedLinear, RowParallelLinear


class ScaledLinear(ColumnParallelLinear):
    def __init__(
        self,
        input_size: int,
        output_size: int,
        quant_config: QuantizationConfig | None = None,
        prefix: str = "",
    ) -> None:
        super().__init__(input_size, output_size, quant_config=quant_config)
        self.scale = nn.Parameter(torch.ones(output_size))
        self.name = prefix


class TwiceScaledLinear(ScaledLinear):
    """Inherits what its base does with the prefix; what it does itself is right."""

    def __init__(
        self,
        input_size: int,
        output_size: int,
        quant_config: QuantizationConfig | None = None,
        prefix: str = "",
    ) -> None:
        super().__init__(input_size, output_size, quant_config, prefix)
        self.again = nn.Parameter(torch.ones(output_size))


class TinyLinear(ReplicatedLinear):
    def __init__(self, size: int, quant_config: QuantizationConfig | None = None) -> None:
        super().__init__(
            size,
            1,
            quant_config=quant_config,
        )


class ShortLinear(RowParallelLinear):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__(size, size, True, quant_config)


class OldLinear(RowParallelLinear):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        RowParallelLinear.__init__(self, size, size, quant_config=quant_config)


class OpenLinear(ColumnParallelLinear):
    """Hands up whatever it is given."""

    def __init__(self, size: int, gain: float = 1.0, **kwargs) -> None:
        super().__init__(size, size, **kwargs)
        self.gain = gain


class WideOpenLinear(OpenLinear):
    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)


class RenamedLinear(ColumnParallelLinear):
    """Ported: there the name is called a path."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, path: str = ""
    ) -> None:
        super().__init__(size, size, quant_config=quant_config, prefix=path)


class PositionalLinear(ReplicatedLinear):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__(size, size, False, quant_config, prefix)


class QuietLinear(ColumnParallelLinear):
    """Is never quantized, and says so."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__(size, size, quant_config=None)


class InheritedLinear(PositionalLinear):
    """Adds nothing to its construction."""
