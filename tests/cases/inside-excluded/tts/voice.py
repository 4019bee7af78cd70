"""The voice, which builds them."""

import torch
from torch import nn

from tts.layers import Contour, VoiceConfig
from tts.prosody import FixedDurationModel, FreeDurationModel, Prosody, StyledProsody


class Voice(nn.Module):
    def __init__(self, config: VoiceConfig) -> None:
        super().__init__()
        self.contour = Contour(config.size, config.int4)
        self.plain = Prosody(config.size, config.depth)
        self.styled = StyledProsody(config)
        self.fixed = FixedDurationModel(config, 8)
        self.free = FreeDurationModel(config)
        self.main = Prosody(
            config.size,
            config.depth,
            config.int4,
        )

    def forward(self, text: torch.Tensor) -> torch.Tensor:
        return self.main(self.contour(text) * self.plain(text))
