"""The excluded classes."""

from functools import partial

import torch
from torch import nn

from tts.layers import Contour, Int4Config, VoiceConfig, dense


class Prosody(nn.Module):
    """Hands on what it is given, and nothing else."""

    def __init__(self, size: int, depth: int = 2, int4: Int4Config | None = None) -> None:
        super().__init__()
        self.size = size
        self.int4 = int4
        self.pitch = Contour(size, int4=int4)
        self.energy = Contour(size, int4 if depth > 1 else None)
        make = partial(dense, size, int4=int4)
        self.voiced = make(1)
        shared = {"size": size, "int4": int4}
        self.tempo = Contour(**shared)
        self.layers = nn.ModuleList([dense(size, size, int4) for _ in range(depth)])
        self.add_pauses()

    def add_pauses(self) -> None:
        own = self.int4
        self.pause = dense(self.size, 1, own)
        self.breath = dense(self.size, 1, int4=self.int4)

    def forward(self, text: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            text = layer(text)
        return torch.cat([self.pitch(text), self.energy(text), self.pause(text)], dim=-1)


class StyledProsody(Prosody):
    """Takes a whole config, and reads it."""

    def __init__(self, config: VoiceConfig, int4: Int4Config | None = None) -> None:
        super().__init__(config.size, int4=int4)
        self.config = config
        self.style = dense(config.size, 16, int4=config.int4)
        self.accent = Contour(
            config.size,
            getattr(config, "int4", None),
        )
        self.plain = dense(config.size, config.depth)
        self.whisper = dense(config.size, 1, int4 if int4 is not None else config.int4)
        self.shout = dense(config.size, 1, int4=int4)
        self.whole = nn.ModuleList([Murmur(config)])

    def add_style(self) -> None:
        self.extra = dense(
            self.config.size,
            16,
            int4=self.config.int4,
        )


class Murmur(nn.Module):
    """Not excluded; takes the config and reads its shape."""

    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.bias = dense(config.size, config.depth)


class DurationModel(Contour):
    """Its base class is not excluded."""

    def __init__(self, config: VoiceConfig) -> None:
        super().__init__(config.size, int4=config.int4)
        self.stretch = nn.Parameter(torch.ones(1))


class FixedDurationModel(DurationModel):
    def __init__(self, config: VoiceConfig, steps: int) -> None:
        super().__init__(config)
        self.steps = steps
        self.round = dense(config.size, steps, None)


class FreeDurationModel(DurationModel):
    def __init__(self, config: VoiceConfig) -> None:
        Contour.__init__(self, config.size)
        self.free = Contour(config.size, int4=None)
