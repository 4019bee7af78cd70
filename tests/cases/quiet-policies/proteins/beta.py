# quantfence: ignore-file[QF003] Nothing in here has been released.
"""Settings that are being tried."""

from __future__ import annotations

from proteins.configs import FoldingConfig
from proteins.modules import TriangleConfig


def folding() -> FoldingConfig:
    return FoldingConfig(triangles=TriangleConfig(channels=256))


def docking() -> FoldingConfig:
    config = FoldingConfig(channels=512)
    config.triangles = TriangleConfig(channels=512)
    return config
