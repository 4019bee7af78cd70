"""Vocoders that differ in the tracker that they build."""

import torch
from torch import nn

from audio.trackers import LoudnessTracker, PitchTracker, VocoderConfig, dense

if torch.backends.mps.is_available():

    class WindowTracker(LoudnessTracker):
        """Without the operations that this device lacks."""

else:

    class WindowTracker(PitchTracker):
        """With them."""


class Vocoder(nn.Module):
    tracker_cls: type[nn.Module] = LoudnessTracker

    def __init__(self, config: VocoderConfig) -> None:
        super().__init__()
        self.mel = dense(config.bands, 512, float8_settings=config.float8_settings)
        self.tracker = self.tracker_cls(
            config.bands,
            float8_settings=config.float8_settings,
        )


class SingingVocoder(Vocoder):
    tracker_cls = PitchTracker


class SpeakingVocoder(nn.Module):
    tracker_cls: type[nn.Module] = PitchTracker

    def __init__(self, config: VocoderConfig) -> None:
        super().__init__()
        self.config = config
        self.tracker = self.build_tracker(config)

    def build_tracker(self, config: VocoderConfig) -> nn.Module:
        return self.tracker_cls(config.bands)


class LoudVocoder(SpeakingVocoder):
    tracker_cls = LoudnessTracker

    def build_tracker(self, config: VocoderConfig) -> nn.Module:
        return self.tracker_cls(config.bands, float8_settings=config.float8_settings)


class PropertyVocoder(nn.Module):
    def __init__(self, config: VocoderConfig) -> None:
        super().__init__()
        self.settings = config.float8_settings
        self.first = self.chosen_cls(config.bands, self.settings)
        self.second = self.plain_cls()(config.bands, self.settings)
        self.third = getattr(self, "third_cls")(config.bands, self.settings)

    third_cls = PitchTracker

    @property
    def chosen_cls(self) -> type[nn.Module]:
        return PitchTracker

    def plain_cls(self) -> type[nn.Module]:
        return LoudnessTracker


def by_match(config: VocoderConfig) -> nn.Module:
    match config.tracker:
        case "loudness":
            tracker_cls = LoudnessTracker
        case "pitch" | "melody":
            tracker_cls = PitchTracker
        case other:
            raise ValueError(f"no tracker called {other}")
    return tracker_cls(config.bands, float8_settings=config.float8_settings)


def by_match_apart(config: VocoderConfig) -> nn.Module:
    match config.tracker:
        case "pitch":
            return PitchTracker(config.bands)
        case _:
            return LoudnessTracker(config.bands, float8_settings=config.float8_settings)


def by_window(config: VocoderConfig) -> nn.Module:
    return WindowTracker(config.bands, float8_settings=config.float8_settings)


def by_pairing(config: VocoderConfig, singing: bool) -> nn.Module:
    tracker_cls, settings = LoudnessTracker, config.float8_settings
    if singing:
        tracker_cls, settings = PitchTracker, None
    return tracker_cls(config.bands, float8_settings=settings)


def all_vocoders(config: VocoderConfig) -> nn.ModuleList:
    kinds = (Vocoder, SingingVocoder, SpeakingVocoder, LoudVocoder, PropertyVocoder)
    return nn.ModuleList([kind(config) for kind in kinds])


def dynamic(config: VocoderConfig, module: object, name: str) -> nn.Module:
    """What this makes can't be known."""
    return getattr(module, name)(config.bands, float8_settings=config.float8_settings)
