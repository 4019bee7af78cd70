"""What the models are made of."""

from torch import nn

from engine.linear import ColumnParallelLinear, QuantizationConfig, RowParallelLinear


class MLP(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.up = ColumnParallelLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.up")
        self.down = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down"
        )


class Absolute(nn.Module):
    """Knows where it was first built."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.proj = ColumnParallelLinear(
            size,
            size,
            quant_config=quant_config,
            prefix="bridge.proj",
        )
