"""Names that are made in more than one place."""

from torch import nn

from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    maybe_prefix,
)


class Fused(nn.Module):
    """Sits at `self_attn`, and says so itself."""

    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.qkv = ColumnParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.self_attn.qkv"
        )
        self.out = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.self_attn.out"
        )


class Grouped(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        prefix = maybe_prefix(prefix, "mlp")
        self.up = ColumnParallelLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.up")
        self.down = RowParallelLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.down"
        )


class Stripped(nn.Module):
    """Its caller names the attention; its own layers hang beside it."""

    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        above = prefix.removesuffix(".attn")
        self.gate = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{above}.mixer.gate"
        )
        self.proj = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix.replace('.attn', '.mixer')}.proj"
        )


class Base(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.proj = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.proj"
        )


class Same(Base):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__(size, quant_config, prefix=prefix)
        self.more = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.more"
        )


class Longer(Base):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__(
            size,
            quant_config,
            prefix=f"{prefix}.base",
        )


class Layer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.size = size
        self.quant_config = quant_config
        self.self_attn = Fused(size, quant_config, prefix=prefix)
        self.mlp = Grouped(size, quant_config, prefix)
        self.mixer = Stripped(size, quant_config, prefix=f"{prefix}.attn")
        self.same = Same(size, quant_config, prefix=f"{prefix}.same")
        self.longer = Longer(size, quant_config, prefix=f"{prefix}.longer")
        self.left = self._build(f"{prefix}.left")
        self.right = self._build(f"{prefix}.left")
        self.middle = self._build_below(prefix, "middle")
        self.inside = Same(size, quant_config, prefix=f"{prefix}.inside")
        self.inside.proj = ReplicatedLinear(
            size,
            2 * size,
            quant_config=quant_config,
            prefix=f"{prefix}.proj",
        )
        self.inside.more = ReplicatedLinear(
            size, 2 * size, quant_config=quant_config, prefix=f"{prefix}.inside.more"
        )

    def _build(self, prefix: str) -> nn.Module:
        return ReplicatedLinear(
            self.size, self.size, quant_config=self.quant_config, prefix=prefix
        )

    def _build_below(self, prefix: str, name: str) -> nn.Module:
        return ReplicatedLinear(
            self.size, self.size, quant_config=self.quant_config, prefix=f"{prefix}.{name}"
        )


class Decoder(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None, prefix: str
    ) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            [Layer(size, quant_config, prefix=f"{prefix}.layers.{i}") for i in range(depth)]
        )
        self.steps = nn.ModuleList()
        for i in range(depth):
            name = f"{prefix}.steps.{i}"
            self.steps.append(Same(size, quant_config, prefix=name))


class CallsForCausalLM(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = Decoder(size, depth, quant_config, prefix=maybe_prefix(prefix, "model"))
