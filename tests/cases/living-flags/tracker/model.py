"""The tracker."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import nn

from tracker.base import Fp8Scales, projection
from tracker.parts import (
    CameraConfig,
    CarBirthConfig,
    FaceConfig,
    MatcherConfig,
    MotionConfig,
    OcclusionConfig,
)


@dataclass
class TrackerConfig:
    size: int = 256
    motion: MotionConfig = field(default_factory=MotionConfig)
    matcher: MatcherConfig = field(default_factory=MatcherConfig)
    occlusion: OcclusionConfig = field(default_factory=OcclusionConfig)
    identity: FaceConfig = field(default_factory=FaceConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    birth: CarBirthConfig = field(default_factory=CarBirthConfig)
    fp8_scales: Fp8Scales | None = None


class Tracker(nn.Module):
    def __init__(self, config: TrackerConfig) -> None:
        super().__init__()
        size, scales = config.size, config.fp8_scales
        self.stem = projection(3, size, scales)
        self.motion = config.motion.build(size, scales)
        self.matcher = config.matcher.build(size, scales)
        self.occlusion = config.occlusion.build(size, scales)
        self.identity = config.identity.build(size, scales)
        self.birth = config.birth.build(size, scales)
        self.camera = config.camera.build(size, scales if config.camera.quantize_camera else None)

    def forward(self, frame: torch.Tensor) -> torch.Tensor:
        hidden = self.stem(frame)
        return self.motion(hidden) + self.camera(hidden)
