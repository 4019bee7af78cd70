"""Blocks that let others build their layers."""

from torch import nn

from engine.factory import build_all, build_linear, build_plain
from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    maybe_prefix,
)


class Block(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.size = size
        self.quant_config = quant_config
        self.query = build_linear(
            size, size, split="column", quant_config=quant_config, prefix=f"{prefix}.query"
        )
        self.key = build_linear(size, size, quant_config=quant_config)
        self.value = build_plain(size, quant_config)
        self.output = build_plain(size, quant_config=quant_config)
        self.spare = build_linear(size, size, quant_config=None)
        self.heads = build_all([size, size], quant_config, prefix=f"{prefix}.heads")
        self.mlp = self._make_mlp(f"{prefix}.mlp")
        self.shared_mlp = self._make_mlp()
        self.gate = self._make_gate()
        self.norm = self._make_norm()

    def _make_mlp(self, prefix: str = "") -> nn.Module:
        return nn.Sequential(
            ColumnParallelLinear(
                self.size, self.size, quant_config=self.quant_config, prefix=f"{prefix}.0"
            ),
            nn.SiLU(),
            RowParallelLinear(
                self.size, self.size, quant_config=self.quant_config, prefix=f"{prefix}.2"
            ),
        )

    def _make_gate(self) -> nn.Module:
        return ReplicatedLinear(self.size, 1, quant_config=self.quant_config)

    def _make_norm(self) -> nn.Module:
        return nn.LayerNorm(self.size)


class Base(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.up = ColumnParallelLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.up")
        self.down = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down"
        )
        self.proj = self._build_proj(size, quant_config, prefix)

    def _build_proj(
        self, size: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> nn.Module:
        return ReplicatedLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.proj")


class Child(Base):
    """Wider inside."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__(size, quant_config, prefix)
        self.up = ColumnParallelLinear(size, 2 * size, quant_config=quant_config)
        self.down = RowParallelLinear(
            2 * size, size, quant_config=quant_config, prefix=f"{prefix}.down"
        )


class Other(Base):
    def _build_proj(
        self, size: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> nn.Module:
        return ReplicatedLinear(size, 2 * size, quant_config=quant_config)


class FactoryModel(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.block = Block(size, quant_config, maybe_prefix(prefix, "block"))
        self.base = Base(size, quant_config, maybe_prefix(prefix, "base"))
        self.child = Child(size, quant_config, prefix=maybe_prefix(prefix, "child"))
        self.other = Other(size, quant_config, prefix=maybe_prefix(prefix, "other"))
