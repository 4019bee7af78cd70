"""Models, some of which others are made of."""

from torch import nn

from engine.linear import QuantizationConfig, ReplicatedLinear, maybe_prefix
from engine.parts import MLP, Absolute


class SoloForCausalLM(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = MLP(size, quant_config=quant_config, prefix="model")
        self.layers = nn.ModuleList(
            [MLP(size, quant_config, prefix=f"layers.{i}") for i in range(depth)]
        )
        self.head = ReplicatedLinear(size, size, quant_config=quant_config, prefix="head")


class TinyForCausalLM(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None = None) -> None:
        super().__init__()
        self.mlp = MLP(size, quant_config, "mlp")


class TinyChildForCausalLM(TinyForCausalLM):
    def __init__(self, size: int, quant_config: QuantizationConfig | None = None) -> None:
        super().__init__(size, quant_config)
        self.more = MLP(size, quant_config, prefix="more")


class TextForCausalLM(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = MLP(size, quant_config=quant_config, prefix="model")
        self.lm_head = ReplicatedLinear(
            size,
            size,
            quant_config=quant_config,
            prefix="lm_head",
        )


class SoundForCausalLM(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.model = MLP(size, quant_config=quant_config, prefix=maybe_prefix(prefix, "model"))
        self.lm_head = ReplicatedLinear(
            size,
            size,
            quant_config=quant_config,
            prefix=f"{prefix}.lm_head" if prefix else "lm_head",
        )


class Pictures(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.bridge = Absolute(size, quant_config, prefix=maybe_prefix(prefix, "bridge"))
        self.language_model = TextForCausalLM(
            size, quant_config, prefix=maybe_prefix(prefix, "language_model")
        )


class Sounds(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.connector = Absolute(size, quant_config, prefix=maybe_prefix(prefix, "connector"))
        self.language_model = SoundForCausalLM(
            size, quant_config, prefix=maybe_prefix(prefix, "language_model")
        )


def load(kind: str, size: int, quant_config: QuantizationConfig | None) -> nn.Module:
    models = {"pictures": Pictures, "sounds": Sounds, "text": TextForCausalLM}
    return models[kind](size, quant_config=quant_config).eval()
