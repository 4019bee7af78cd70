"""Models whose checkpoints use other words."""

from torch import nn

from engine.linear import LinearBase, QuantizationConfig, ReplicatedLinear, maybe_prefix
from engine.mapping import WeightsMapper


class Mixer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.in_proj = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.in_proj"
        )
        self.out_proj = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.out_proj"
        )


class MambaForCausalLM(nn.Module):
    hf_to_vllm_mapper = WeightsMapper(orig_to_new_substr={"mixer.": "mamba."})

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.mixer = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "mamba"))


class ConvForCausalLM(nn.Module):
    hf_to_vllm_mapper = WeightsMapper(orig_to_new_substr={"conv.": "short_conv."})

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.short_conv = Mixer(
            size,
            quant_config,
            prefix=maybe_prefix(prefix, "conv"),
        )


class Shared(nn.Module):
    hf_to_vllm_mapper = WeightsMapper(orig_to_new_substr={"attention.": "self_attn."})


class ChildForCausalLM(Shared):
    """Inherits its mapper."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.attention = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "self_attn"))
        self.other = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "others"))


class MergedForCausalLM(Shared):
    """Adds to what it inherits."""

    hf_to_vllm_mapper = Shared.hf_to_vllm_mapper | WeightsMapper(
        orig_to_new_substr={"ffn.": "mlp."}
    )

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.attention = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "self_attn"))
        self.ffn = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "mlp"))
        self.gate = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "mlp_gate"))


class OverriddenForCausalLM(Shared):
    """Has a mapper of its own in place of its base's."""

    hf_to_vllm_mapper = WeightsMapper(orig_to_new_substr={"ffn.": "mlp."})

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.attention = Mixer(
            size, quant_config, prefix=maybe_prefix(prefix, "self_attn")
        )
        self.ffn = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "mlp"))


class PrefixedForCausalLM(nn.Module):
    hf_to_vllm_mapper = WeightsMapper(orig_to_new_prefix={"transformer.": "model."})

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.transformer = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "model"))


class PackedAttention(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.qkv = LinearBase(
            size, 3 * size, quant_config=quant_config, prefix=f"{prefix}.qkv_proj"
        )
        self.gate_up = LinearBase(
            size, 2 * size, quant_config=quant_config, prefix=f"{prefix}.gate_up_proj"
        )


class PackedForCausalLM(nn.Module):
    packed_modules_mapping = {"qkv_proj": ["q_proj", "k_proj", "v_proj"]}

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.self_attn = PackedAttention(
            size, quant_config, prefix=maybe_prefix(prefix, "self_attn")
        )
        self.head = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=maybe_prefix(prefix, "head")
        )


class SuffixedForCausalLM(nn.Module):
    hf_to_vllm_mapper = WeightsMapper(orig_to_new_suffix={".score": ".score_head"})

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.scores = Scores(size, quant_config, prefix=maybe_prefix(prefix, "scores"))


class Scores(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.score = ReplicatedLinear(
            size, 1, quant_config=quant_config, prefix=f"{prefix}.score_head"
        )
