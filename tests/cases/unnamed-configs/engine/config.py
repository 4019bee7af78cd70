"""Everything that a model is built from."""

from dataclasses import dataclass, field

from engine.linear import QuantizationConfig


@dataclass
class ModelConfig:
    size: int = 256
    depth: int = 4
    quantize_head: bool = True


@dataclass
class VllmConfig:
    model_config: ModelConfig = field(default_factory=ModelConfig)
    quant_config: QuantizationConfig | None = None
