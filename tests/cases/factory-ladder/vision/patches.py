"""Patches become tokens in the stem, and tokens become fewer in the neck."""

import torch
from torch import nn

from vision.int8 import Int8Spec, project


class PatchStem(nn.Module):
    def __init__(self, width: int, patch: int = 14, int8_spec: Int8Spec | None = None) -> None:
        super().__init__()
        self.patch = patch
        self.embed = project(3 * patch * patch, width, int8_spec)

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        return self.embed(patches)


class PatchNeck(nn.Module):
    def __init__(self, width: int, patch: int = 2, int8_spec: Int8Spec | None = None) -> None:
        super().__init__()
        self.patch = patch
        self.merge = project(patch * patch * width, width, int8_spec=int8_spec)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return self.merge(tokens.unflatten(1, (-1, self.patch**2)).flatten(-2))
