"""Probes: one that solves, and one that only looks."""

import torch

from .fields import FieldEncoder, FieldSolver


class SolvingProbe(FieldSolver):
    def forward(self, field: torch.Tensor) -> torch.Tensor:
        return super().forward(field).mean(dim=1)


class LookingProbe(FieldEncoder):
    def forward(self, field: torch.Tensor) -> torch.Tensor:
        return super().forward(field).mean(dim=1)


class _HiddenProbe(SolvingProbe):
    """A star does not import it."""
