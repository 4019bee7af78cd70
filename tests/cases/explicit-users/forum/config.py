"""Configs of the forum models."""

from dataclasses import dataclass, field
from typing import Optional

from torch import nn

from forum.head import ModerationConfig, QuantizationConfig


def shared_head(labels: int) -> ModerationConfig:
    return ModerationConfig(labels=labels)


@dataclass
class ForumConfig:
    width: int = 768
    head: ModerationConfig = field(default_factory=lambda: ModerationConfig(quantize_head=False))
    quantization_config: Optional[QuantizationConfig] = None

    @classmethod
    def from_hf(cls, hf: dict) -> "ForumConfig":
        return cls(width=hf["hidden_size"])

    @classmethod
    def from_poll(cls, labels: int) -> "ForumConfig":
        return cls(head=ModerationConfig(labels))

    @classmethod
    def with_head(cls, width: int, head: ModerationConfig) -> "ForumConfig":
        return cls(width=width, head=head)

    def build(self) -> nn.Module:
        return self.head.build(self.width, self.quantization_config)


@dataclass
class ChatConfig:
    """Not released, not listed."""

    width: int = 512
    head: ModerationConfig = field(default_factory=ModerationConfig)
    quantization_config: Optional[QuantizationConfig] = None


def small() -> ForumConfig:
    return ForumConfig(width=64, head=shared_head(labels=2))
