"""Where receivers stand."""

from __future__ import annotations

from radio.receiver import DemapperConfig, ExactDemapperConfig, ReceiverConfig, WideDemapperConfig


def mast() -> ReceiverConfig:
    return ReceiverConfig(
        taps=128,
        quantize_equalizer=False,
        demapper=WideDemapperConfig(),
    )


def roof() -> ReceiverConfig:
    return ReceiverConfig(taps=32, demapper=ExactDemapperConfig(bits=2))


def tower() -> ReceiverConfig:
    """Not listed for its equalizer."""
    demapper = DemapperConfig(bits=6)
    demapper.quantize_demapper = False
    return ReceiverConfig(taps=256, demapper=demapper)


def car() -> ReceiverConfig:
    receiver = ReceiverConfig(taps=16, quantize_equalizer=False)
    receiver.demapper = ExactDemapperConfig(quantize_demapper=True)
    return receiver


def bench() -> ReceiverConfig:
    return ReceiverConfig(taps=1024, demapper=WideDemapperConfig(bits=10))
