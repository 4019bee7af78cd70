"""One config for each head."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel
from torch import nn

from robot.half import HalfByteConfig
from robot.heads import DampedTorqueHead, GripHead, Head, PoseHead, TorqueHead

H = TypeVar("H", bound=Head)


class BuildsHead(Protocol):
    def build(self, size: int, hb_config: HalfByteConfig | None = None) -> nn.Module: ...


class HeadConfig(BaseModel, ABC):
    joints: int = 7

    @abstractmethod
    def build(self, size: int, hb_config: HalfByteConfig | None = None) -> Head:
        """The head, on a trunk of this size."""


class PoseConfig(HeadConfig):
    def build(self, size: int, hb_config: HalfByteConfig | None = None) -> Head:
        return PoseHead(size, self.joints, hb_config)


class TorqueConfig(HeadConfig):
    def build(self, size: int, hb_config: HalfByteConfig | None = None) -> Head:
        return TorqueHead(size, self.joints, hb_config)


class SevenTorqueConfig(TorqueConfig):
    """Builds as its parent does."""

    joints: int = 7


class ExactTorqueConfig(TorqueConfig):
    def build(self, size: int, hb_config: HalfByteConfig | None = None) -> Head:
        return TorqueHead(size, self.joints)


class DampedTorqueConfig(HeadConfig):
    damping: float = 0.9

    def build(self, size: int, hb_config: HalfByteConfig | None = None) -> Head:
        extra: dict[str, Any] = {"damping": self.damping}
        extra["hb_config"] = hb_config
        return DampedTorqueHead(
            size,
            self.joints,
            **extra,
        )


class GripConfig:
    """Derives from nothing, and still fits the protocol."""

    def build(self, size: int, hb_config: HalfByteConfig | None = None) -> nn.Module:
        return nn.Sequential(GripHead(size, 1, hb_config), TorqueHead(size, 1, None))


class RepeatedConfig(Generic[H]):
    """Several heads of one class, which only a subclass names."""

    head_cls: type[H]

    def __init__(self, joints: int, count: int) -> None:
        self.joints, self.count = joints, count

    def make(self, size: int, numerics) -> nn.ModuleList:
        return nn.ModuleList(
            self.head_cls(size, self.joints, numerics)
            for _ in range(self.count)
        )


class RepeatedPose(RepeatedConfig[PoseHead]):
    head_cls = PoseHead


class RepeatedTorque(RepeatedConfig[TorqueHead]):
    head_cls = TorqueHead


class WideConfig:
    def build(self, size: int, numerics=None) -> Head:
        return TorqueHead(2 * size, 14, hb_config=numerics)


class WiderConfig(WideConfig):
    def build(self, size: int, numerics=None) -> Head:
        return super().build(2 * size, numerics)


class NarrowConfig:
    def build(self, size: int, numerics=None) -> Head:
        return TorqueHead(size // 2, 3, hb_config=numerics)


class NarrowerConfig(NarrowConfig):
    def build(self, size: int, numerics=None) -> nn.Module:
        return nn.Sequential(PoseHead(size, 3, numerics), super().build(size // 2))
