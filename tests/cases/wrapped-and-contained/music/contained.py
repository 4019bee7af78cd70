"""Detectors in containers."""

from collections import OrderedDict

import torch
from torch import nn

from music.layers import BandFilter, MusicConfig, OnsetDetector


class Band(nn.Module):
    def __init__(self, config: MusicConfig) -> None:
        super().__init__()
        size, nibble = config.size, config.nibble
        self.chain = nn.Sequential(
            OrderedDict(
                [
                    ("filter", BandFilter(size, nibble=nibble)),
                    ("onset", OnsetDetector(size, nibble=nibble)),
                    ("plain", OnsetDetector(size)),
                ]
            )
        )
        self.layers = nn.ModuleList()
        self.layers.append(BandFilter(size, nibble=nibble))
        self.layers.extend(
            OnsetDetector(size, hop, nibble=nibble)
            for hop in range(1, config.voices)
        )
        self.layers.insert(0, OnsetDetector(size, nibble=None))
        self.named = nn.ModuleDict()
        self.named.update({"last": OnsetDetector(size, nibble=nibble)})
        self.named["first"] = OnsetDetector(size)
        rows = [
            [
                OnsetDetector(size, row + column, nibble=nibble)
                for column in range(row)
                if column % 2 == 0
            ]
            for row in range(config.voices)
        ]
        self.rows = nn.ModuleList(nn.ModuleList(row) for row in rows)

    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        return self.chain(sound)


def collected(config: MusicConfig) -> nn.Sequential:
    layers: list[nn.Module] = [BandFilter(config.size, nibble=config.nibble)]
    layers += [OnsetDetector(config.size, nibble=config.nibble)]
    layers.insert(0, BandFilter(config.size, nibble=config.nibble))
    layers = [*layers, OnsetDetector(config.size)]
    return nn.Sequential(*layers)


def tabled(config: MusicConfig, kind: str) -> nn.Module:
    made = {
        "filter": BandFilter(config.size, nibble=config.nibble),
        "plain": OnsetDetector(config.size),
        "onset": OnsetDetector(
            config.size,
            3,
            nibble=config.nibble,
        ),
    }
    return made[kind]
