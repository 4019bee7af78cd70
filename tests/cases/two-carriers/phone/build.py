"""Which layer gets which."""

from pydantic import BaseModel, ConfigDict
from torch import nn

from phone.layers import (
    ActivationConfig,
    CacheConfig,
    EchoCanceller,
    Equalizer,
    WakeDetector,
    WeightConfig,
)


class WakeConfig(BaseModel):
    size: int = 32
    quantize_wake: bool = False

    def build(
        self,
        weight_cfg: WeightConfig | None = None,
        act_cfg: ActivationConfig | None = None,
        cache_cfg: CacheConfig | None = None,
    ) -> WakeDetector:
        if not self.quantize_wake:
            weight_cfg = act_cfg = None
        return WakeDetector(self.size, weight_cfg, act_cfg, cache_cfg)

    def build_half(
        self, weight_cfg: WeightConfig | None = None, act_cfg: ActivationConfig | None = None
    ) -> WakeDetector:
        return WakeDetector(
            self.size,
            weight_cfg=weight_cfg if self.quantize_wake else None,
            act_cfg=act_cfg,
        )


class EchoConfig(BaseModel):
    size: int = 32
    quantize_echo: bool = False

    def build(
        self, weight_cfg: WeightConfig | None = None, act_cfg: ActivationConfig | None = None
    ) -> EchoCanceller:
        weight_cfg, act_cfg = (weight_cfg, act_cfg) if self.quantize_echo else (None, None)
        return EchoCanceller(self.size, weight_cfg=weight_cfg, act_cfg=act_cfg)


class PhoneConfig(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    size: int = 32
    wake: WakeConfig = WakeConfig()
    echo: EchoConfig = EchoConfig()
    weight_cfg: WeightConfig | None = None
    act_cfg: ActivationConfig | None = None
    cache_cfg: CacheConfig | None = None


class Phone(nn.Module):
    def __init__(self, config: PhoneConfig) -> None:
        super().__init__()
        own = {"weight_cfg": config.weight_cfg, "act_cfg": config.act_cfg}
        self.wake = config.wake.build(**own, cache_cfg=config.cache_cfg)
        self.echo = config.echo.build(**own)
        self.equal = Equalizer(config.size, **own, cache_cfg=config.cache_cfg)


def neither_asked(config: PhoneConfig) -> nn.Module:
    return EchoCanceller(
        config.size,
        weight_cfg=config.weight_cfg,
        act_cfg=config.act_cfg,
        cache_cfg=config.cache_cfg,
    )


def only_states(config: PhoneConfig) -> nn.Module:
    return nn.Sequential(
        EchoCanceller(config.size, cache_cfg=config.cache_cfg),
        WakeDetector(config.size, None, None, config.cache_cfg),
    )


def flag_of_the_other(config: PhoneConfig) -> nn.Module:
    weight_cfg = config.weight_cfg if config.wake.quantize_wake else None
    return nn.Sequential(
        WakeDetector(config.size, weight_cfg),
        EchoCanceller(config.size, weight_cfg),
    )


def both_flags(config: PhoneConfig) -> nn.Module:
    act_cfg = None
    if config.wake.quantize_wake and config.echo.quantize_echo:
        act_cfg = config.act_cfg
    return nn.Sequential(
        WakeDetector(config.size, act_cfg=act_cfg),
        EchoCanceller(config.size, act_cfg=act_cfg),
    )


def either_flag(config: PhoneConfig) -> nn.Module:
    act_cfg = None
    if config.wake.quantize_wake or config.echo.quantize_echo:
        act_cfg = config.act_cfg
    return nn.Sequential(
        WakeDetector(
            config.size,
            act_cfg=act_cfg,
        ),
        EchoCanceller(config.size, act_cfg=act_cfg),
        Equalizer(config.size, act_cfg=act_cfg),
    )
