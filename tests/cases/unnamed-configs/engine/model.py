"""A decoder in the way of engines that hand one object down."""

from torch import nn

from engine.config import VllmConfig
from engine.linear import (
    ColumnParallelLinear,
    QuantizationConfig,
    ReplicatedLinear,
    RowParallelLinear,
    make_layers,
    maybe_prefix,
)


class Layer(nn.Module):
    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        size = vllm_config.model_config.size
        quant_config = vllm_config.quant_config
        self.gate = ReplicatedLinear(size, 1, quant_config=None)
        self.up = ColumnParallelLinear(size, size, quant_config=quant_config, prefix=f"{prefix}.up")
        self.down = RowParallelLinear(
            size, size, quant_config=quant_config
        )
        self.skip = ReplicatedLinear(size, size, quant_config=vllm_config.quant_config)
        no_config = None
        self.bias = ReplicatedLinear(size, 1, quant_config=no_config)


class Unquantized(nn.Module):
    """Every caller keeps the config to itself."""

    def __init__(
        self, size: int, quant_config: QuantizationConfig | None = None, prefix: str = ""
    ) -> None:
        super().__init__()
        self.first = ColumnParallelLinear(size, size, quant_config=quant_config)
        self.second = RowParallelLinear(size, size, quant_config=quant_config)


class Norms(nn.Module):
    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        self.norm = nn.LayerNorm(vllm_config.model_config.size)
        self.proj = ReplicatedLinear(vllm_config.model_config.size, 1)


class Decoder(nn.Module):
    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        config = vllm_config.model_config
        self.layers = make_layers(
            config.depth,
            lambda prefix: Layer(vllm_config=vllm_config, prefix=prefix),
            prefix=maybe_prefix(prefix, "layers"),
        )
        self.tail = Layer(vllm_config=vllm_config)
        self.norms = Norms(vllm_config=vllm_config)
        self.spare = Unquantized(config.size, quant_config=None)
        self.other = Unquantized(config.size)


class DecoderForCausalLM(nn.Module):
    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        config = vllm_config.model_config
        self.model = Decoder(vllm_config=vllm_config, prefix=maybe_prefix(prefix, "model"))
        head_config = vllm_config.quant_config if config.quantize_head else None
        self.lm_head = ReplicatedLinear(config.size, config.size, quant_config=head_config)


class DraftForCausalLM(nn.Module):
    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        config, quant_config = vllm_config.model_config, vllm_config.quant_config
        self.model = Decoder(vllm_config=vllm_config)
        self.lm_head = ReplicatedLinear(
            config.size, config.size, quant_config=quant_config, prefix=maybe_prefix(prefix, "lm_head")
        )
