"""One config object, which all parts of an engine hold."""

from dataclasses import dataclass, field
from typing import Optional


@dataclass(frozen=True)
class QuantScheme:
    bits: int = 8


@dataclass
class TextSettings:
    size: int = 64
    quant_scheme: Optional[QuantScheme] = None


@dataclass
class EngineConfig:
    size: int = 64
    experts: int = 8
    text: TextSettings = field(default_factory=TextSettings)
    quant_scheme: Optional[QuantScheme] = None


def strip_scheme(config: EngineConfig) -> None:
    """From here on, nothing is quantized."""
    config.quant_scheme = None
