"""One config for each instrument."""

from typing import Optional

from pydantic import BaseModel
from torch import nn

from music.heads import Float8Options, PitchConfig, TempoConfig


class ListenerConfig(BaseModel):
    size: int = 256
    pitch: Optional[PitchConfig] = PitchConfig()
    tempo: Optional[TempoConfig] = None
    float8_options: Optional[Float8Options] = None

    def heads(self) -> nn.ModuleDict:
        heads = nn.ModuleDict()
        if self.pitch is not None:
            heads["pitch"] = self.pitch.build(self.size, self.float8_options)
        if self.tempo is not None:
            heads["tempo"] = self.tempo.build(self.size, self.float8_options)
        return heads


class SingerConfig(ListenerConfig):
    pitch: Optional[PitchConfig] = PitchConfig(cents=5)
    tempo: Optional[TempoConfig] = TempoConfig(slowest=20)

    @classmethod
    def from_score(cls, score: dict) -> "SingerConfig":
        return cls(size=score["size"], pitch=PitchConfig(cents=score["cents"], keep_bf16=True))

    @classmethod
    def from_draft(cls, score: dict) -> "SingerConfig":
        pitch = PitchConfig(cents=score["cents"])
        return cls(size=score["size"], pitch=pitch)


class PianoConfig(ListenerConfig):
    pitch: Optional[PitchConfig] = PitchConfig(cents=100, keep_bf16=True)
    tempo: Optional[TempoConfig] = TempoConfig()

    @classmethod
    def from_score(cls, score: dict) -> "PianoConfig":
        config = cls(pitch=PitchConfig(cents=100))
        config.pitch.keep_bf16 = True
        return config

    @classmethod
    def from_midi(cls, midi: dict) -> "PianoConfig":
        return cls(
            size=midi["size"],
            pitch=PitchConfig(
                cents=midi["cents"],
                keep_bf16=False,
            ),
        )


class OrganConfig(ListenerConfig):
    pitch: Optional[PitchConfig] = PitchConfig(keep_bf16=True)
    tempo: Optional[TempoConfig] = TempoConfig(exact=False)


class DrumConfig(ListenerConfig):
    size: int = 32


class FluteConfig(ListenerConfig):
    pitch: Optional[PitchConfig] = None
    tempo: Optional[TempoConfig] = TempoConfig(exact=False)
