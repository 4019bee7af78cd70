"""One checkpoint, served in two ways."""

from torch import nn

from engine.linear import LinearBase, QuantizationConfig, maybe_prefix


class PlainAttention(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.q_proj = LinearBase(size, size, quant_config=quant_config, prefix=f"{prefix}.q_proj")
        self.k_proj = LinearBase(size, size, quant_config=quant_config, prefix=f"{prefix}.k_proj")
        self.v_proj = LinearBase(size, size, quant_config=quant_config, prefix=f"{prefix}.v_proj")


class FusedAttention(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.qkv = LinearBase(size, 3 * size, quant_config=quant_config, prefix=f"{prefix}.qkv")


class PlainMLP(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.gate_proj = LinearBase(
            size, size, quant_config=quant_config, prefix=f"{prefix}.gate_proj"
        )
        self.up_proj = LinearBase(size, size, quant_config=quant_config, prefix=f"{prefix}.up_proj")


class FusedMLP(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.gate_up_proj = LinearBase(
            size, 2 * size, quant_config=quant_config, prefix=f"{prefix}.gate_up_proj"
        )


class PlainModel(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.self_attn = PlainAttention(size, quant_config, prefix=f"{prefix}.self_attn")
        self.mlp = PlainMLP(size, quant_config, prefix=f"{prefix}.mlp")


class FusedModel(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.self_attn = FusedAttention(size, quant_config, prefix=f"{prefix}.self_attn")
        self.tail = FusedAttention(size, quant_config, prefix=f"{prefix}.tail")
        self.mlp = FusedMLP(size, quant_config, prefix=f"{prefix}.mlp")


class PlainForCausalLM(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.plain = PlainModel(size, quant_config, prefix=maybe_prefix(prefix, "plain"))


class Packed(nn.Module):
    packed_modules_mapping = {"qkv": ["q_proj", "k_proj", "v_proj"]}


class FusedForCausalLM(Packed):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.fused = FusedModel(size, quant_config, prefix=maybe_prefix(prefix, "fused"))
