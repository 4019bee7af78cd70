"""A decoder whose attention and gates stay as they are."""

from dataclasses import dataclass, field

from torch import nn

from flash.linear import Float8Config, build_linear


@dataclass
class BaseAttentionConfig:
    heads: int = 8
    quantize_projections: bool = False


@dataclass
class AttentionConfig(BaseAttentionConfig):
    window: int = 128

    def build(self, size: int, float8_cfg: Float8Config | None = None) -> nn.Module:
        chosen = float8_cfg if self.quantize_projections else None
        return Attention(size, self.heads, float8_cfg=chosen)


@dataclass
class BaseConfig:
    size: int = 256
    depth: int = 4
    float8_cfg: Float8Config | None = None
    attention: AttentionConfig = field(default_factory=AttentionConfig)

    @classmethod
    def from_hf(cls, settings: dict) -> "BaseConfig":
        attention = AttentionConfig(settings["heads"], quantize_projections=False)
        return cls(size=settings["size"], attention=attention)


@dataclass
class FlashConfig(BaseConfig):
    window: int = 128


class Attention(nn.Module):
    def __init__(self, size: int, heads: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = build_linear(size, 3 * size, float8_cfg=float8_cfg)
        self.out = build_linear(size, size, float8_cfg=float8_cfg)


class MLP(nn.Module):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.gate = build_linear(size, 1, float8_cfg=None)
        self.up = build_linear(size, size, float8_cfg=float8_cfg)
        self.down = build_linear(size, size, float8_cfg=float8_cfg)


class AnyHead(nn.Module):
    """What all heads have in common."""


class ScoreHead(AnyHead):
    def __init__(self, size: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.score = build_linear(size, 1, float8_cfg=float8_cfg)


class Layer(nn.Module):
    def __init__(self, config: FlashConfig) -> None:
        super().__init__()
        self.self_attn = config.attention.build(config.size, float8_cfg=config.float8_cfg)
        self.mlp = MLP(config.size, float8_cfg=config.float8_cfg)


class FlashModel(nn.Module):
    def __init__(self, config: FlashConfig) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Layer(config) for _ in range(config.depth)])
        self.head = ScoreHead(config.size, float8_cfg=None)


class FlashForCausalLM(nn.Module):
    def __init__(self, config: FlashConfig) -> None:
        super().__init__()
        self.model = FlashModel(config)
