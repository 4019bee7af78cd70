"""Models that were ported, and the loaders that know what their parts were called."""

from collections.abc import Iterable

import torch
from torch import nn

from engine.linear import QuantizationConfig, ReplicatedLinear, maybe_prefix

Weights = Iterable[tuple[str, torch.Tensor]]


class Mixer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.in_proj = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.in_proj"
        )
        self.out_proj = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.out_proj"
        )


class ConvLayer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.short_conv = Mixer(size, quant_config, prefix=f"{prefix}.conv")
        self.left = Mixer(size, quant_config, prefix=f"{prefix}.right")


class ConvForCausalLM(nn.Module):
    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            [
                ConvLayer(size, quant_config, prefix=maybe_prefix(prefix, f"layers.{i}"))
                for i in range(depth)
            ]
        )

    def load_weights(self, weights: Weights) -> None:
        parameters = dict(self.named_parameters())
        for name, weight in weights:
            if ".conv." in name:
                name = name.replace(".conv.", ".short_conv.")
            parameters[name].data.copy_(weight)


class HeadedForCausalLM(nn.Module):
    """Its checkpoint nests everything in `model`."""

    def __init__(
        self, size: int, depth: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(
            [
                Mixer(size, quant_config, prefix=maybe_prefix(prefix, f"model.blocks.{i}"))
                for i in range(depth)
            ]
        )
        self.extra = Mixer(
            size,
            quant_config,
            prefix=maybe_prefix(prefix, "decoder.extra"),
        )

    def load_weights(self, weights: Weights) -> None:
        parameters = dict(self.named_parameters())
        for name, weight in weights:
            if name.startswith("model."):
                name = name[len("model.") :]
            parameters[name].data.copy_(weight)


class PlainForCausalLM(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.mixer = Mixer(size, quant_config, prefix=maybe_prefix(prefix, "transformer.mixer"))

    def load_weights(self, weights: Weights) -> None:
        parameters = dict(self.named_parameters())
        for name, weight in weights:
            name = name.removeprefix("transformer.")
            parameters[name].data.copy_(weight)


class StackedMLP(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.fused_in = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.dense_in"
        )
        self.down = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=f"{prefix}.dense_out"
        )


class StackedForCausalLM(nn.Module):
    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.mlp = StackedMLP(size, quant_config, prefix=maybe_prefix(prefix, "mlp"))

    def load_weights(self, weights: Weights) -> None:
        stacked_params_mapping = [
            # (parameter, weight, shard)
            ("fused_in", "dense_in", 0),
        ]
        parameters = dict(self.named_parameters())
        for name, weight in weights:
            for parameter, part, _shard in stacked_params_mapping:
                if part in name:
                    name = name.replace(part, parameter)
            parameters[name].data.copy_(weight)


class TableLayer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.mlp = Mixer(size, quant_config, prefix=f"{prefix}.feed_forward")


class TableForCausalLM(nn.Module):
    RENAMED = {".feed_forward.": ".mlp."}

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.layer = TableLayer(size, quant_config, prefix=maybe_prefix(prefix, "layer"))

    def load_weights(self, weights: Weights) -> None:
        parameters = dict(self.named_parameters())
        for name, weight in weights:
            for old, new in self.RENAMED.items():
                name = name.replace(old, new)
            parameters[name].data.copy_(weight)


class BareLayer(nn.Module):
    def __init__(self, size: int, quant_config: QuantizationConfig | None, prefix: str) -> None:
        super().__init__()
        self.short_conv = Mixer(size, quant_config, prefix=f"{prefix}.conv")
        self.mlp = Mixer(
            size,
            quant_config,
            prefix=f"{prefix}.feed_forward",
        )


class BareForCausalLM(nn.Module):
    """Loads what it is given under the name that it has."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.layer = BareLayer(size, quant_config, prefix=maybe_prefix(prefix, "layer"))
        self.head = ReplicatedLinear(
            size, size, quant_config=quant_config, prefix=maybe_prefix(prefix, "head")
        )

    def load_weights(self, weights: Weights) -> None:
        parameters = dict(self.named_parameters())
        for name, weight in weights:
            parameters[name].data.copy_(weight)
