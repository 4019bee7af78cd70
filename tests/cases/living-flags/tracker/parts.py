"""The parts of a tracker."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import nn

from tracker.base import Fp8Scales, projection, scales_for


@dataclass
class AnyMotionConfig:
    order: int = 2
    quantize_motion: bool = False

    @property
    def exact(self) -> bool:
        return not self.quantize_motion


@dataclass
class MotionConfig(AnyMotionConfig):
    noise: float = 0.1

    def build(self, size: int, fp8_scales: Fp8Scales | None) -> MotionModel:
        if self.exact:
            return MotionModel(size, self.order, self.noise)
        return MotionModel(size, self.order, self.noise, fp8_scales=fp8_scales)


class MotionModel(nn.Module):
    def __init__(self, size: int, order: int, noise: float, fp8_scales: Fp8Scales | None = None) -> None:
        super().__init__()
        self.noise = noise
        self.step = projection(order * size, size, fp8_scales)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        return self.step(states)


@dataclass
class MatcherConfig:
    topk: int = 4
    quantize_matching: bool = False

    def build(self, size: int, fp8_scales: Fp8Scales | None) -> Matcher:
        return Matcher(size, self.topk, fp8_scales=scales_for(self, fp8_scales))


class Matcher(nn.Module):
    def __init__(self, size: int, topk: int, fp8_scales: Fp8Scales | None = None) -> None:
        super().__init__()
        self.topk = topk
        self.score = projection(2 * size, 1, fp8_scales)

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        return self.score(pairs).topk(self.topk).indices


@dataclass
class OcclusionConfig:
    frames: int = 3
    quantize_occlusion: bool = False

    def build(self, size: int, fp8_scales: Fp8Scales | None) -> OcclusionHead:
        quantize = getattr(self, "quantize_occlusion")
        kept = asdict(self)
        del kept["quantize_occlusion"]
        return OcclusionHead(size, **kept, fp8_scales=fp8_scales if quantize else None)


class OcclusionHead(nn.Module):
    def __init__(self, size: int, frames: int, fp8_scales: Fp8Scales | None = None) -> None:
        super().__init__()
        self.hidden = projection(frames * size, 1, fp8_scales)

    def forward(self, frames: torch.Tensor) -> torch.Tensor:
        return self.hidden(frames).sigmoid()


@dataclass
class IdentityConfig:
    names: int = 512
    quantize_identity: bool = False

    def build(self, size: int, fp8_scales: Fp8Scales | None) -> IdentityHead:
        if not self.quantize_identity:
            fp8_scales = None
        return IdentityHead(size, **self.settings(), fp8_scales=fp8_scales)

    def settings(self) -> dict:
        return {"names": self.names}


@dataclass
class FaceConfig(IdentityConfig):
    margin: float = 0.3

    def settings(self) -> dict:
        return {key: value for key, value in vars(self).items() if key != "quantize_identity"}


class IdentityHead(nn.Module):
    def __init__(
        self, size: int, names: int, margin: float = 0.0, fp8_scales: Fp8Scales | None = None
    ) -> None:
        super().__init__()
        self.margin = margin
        self.name = projection(size, names, fp8_scales)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return self.name(crops) - self.margin


@dataclass
class CameraConfig:
    points: int = 32
    quantize_camera: bool = False

    def build(self, size: int, fp8_scales: Fp8Scales | None) -> CameraHead:
        return CameraHead(size, self.points, fp8_scales=fp8_scales)


class CameraHead(nn.Module):
    def __init__(self, size: int, points: int, fp8_scales: Fp8Scales | None = None) -> None:
        super().__init__()
        self.flow = projection(size, 2 * points, fp8_scales)

    def forward(self, frame: torch.Tensor) -> torch.Tensor:
        return self.flow(frame).mean(dim=1)


@dataclass
class BirthConfig:
    """The tracks of a kind of object begin as its subclass says."""

    exact_birth: bool = True

    def build(self, size: int, fp8_scales: Fp8Scales | None) -> nn.Module:
        raise NotImplementedError


@dataclass
class CarBirthConfig(BirthConfig):
    lanes: int = 4

    def build(self, size: int, fp8_scales: Fp8Scales | None) -> BirthHead:
        return BirthHead(size, self.lanes, None if self.exact_birth else fp8_scales)


class BirthHead(nn.Module):
    def __init__(self, size: int, lanes: int, fp8_scales: Fp8Scales | None = None) -> None:
        super().__init__()
        self.lane = projection(size, lanes, fp8_scales)

    def forward(self, frame: torch.Tensor) -> torch.Tensor:
        return self.lane(frame).sigmoid()
