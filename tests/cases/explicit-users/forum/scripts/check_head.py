"""Compare a quantized head with an exact one."""

from dataclasses import replace

from forum.config import ForumConfig
from forum.head import QuantizationConfig


def rounded(hf: dict) -> ForumConfig:
    config = ForumConfig.from_hf(hf)
    config.head.quantize_head = True
    config.quantization_config = QuantizationConfig()
    return config


def both(hf: dict) -> tuple:
    exact = ForumConfig.from_hf(hf)
    return exact.build(), replace(rounded(hf), width=exact.width).build()
