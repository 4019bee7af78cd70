"""Imports that may fail."""

from torch import nn

from audio.trackers import VocoderConfig

try:
    from fastpitch_kernels import FusedTracker as BestTracker
except ImportError:
    from audio.trackers import PitchTracker as BestTracker

try:
    from fastpitch_kernels import PitchTracker
except ImportError:
    PitchTracker = None

try:
    import fastpitch_kernels.loudness as loudness
except ImportError:
    from audio import trackers as loudness


def best(config: VocoderConfig) -> nn.Module:
    return BestTracker(config.bands, float8_settings=config.float8_settings)


def from_outside(config: VocoderConfig) -> nn.Module:
    """This `PitchTracker` is not of the project."""
    if PitchTracker is None:
        raise RuntimeError("fastpitch_kernels is not installed")
    return PitchTracker(config.bands, float8_settings=config.float8_settings)


def loud(config: VocoderConfig) -> nn.Module:
    return loudness.LoudnessTracker(config.bands, float8_settings=config.float8_settings)
