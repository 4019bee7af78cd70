"""Trunks that build what they are configured with."""

from __future__ import annotations

from typing import Union

from pydantic import BaseModel, ConfigDict
from torch import nn

from robot.configs import (
    BuildsHead,
    DampedTorqueConfig,
    ExactTorqueConfig,
    GripConfig,
    HeadConfig,
    NarrowerConfig,
    PoseConfig,
    RepeatedPose,
    RepeatedTorque,
    SevenTorqueConfig,
    WiderConfig,
)
from robot.half import HalfByteConfig, layer


class ArmConfig(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    size: int = 512
    head: HeadConfig
    other: Union[PoseConfig, DampedTorqueConfig] = PoseConfig()
    hb_config: HalfByteConfig | None = None


class Arm(nn.Module):
    def __init__(self, config: ArmConfig) -> None:
        super().__init__()
        self.trunk = layer(config.size, config.size, hb_config=config.hb_config)
        self.head = config.head.build(config.size, hb_config=config.hb_config)
        self.other = config.other.build(config.size, hb_config=config.hb_config)


class Gripper(nn.Module):
    def __init__(self, grip: BuildsHead, config: ArmConfig) -> None:
        super().__init__()
        self.grip = grip.build(config.size, config.hb_config)


class Rig(nn.Module):
    def __init__(self, config: ArmConfig) -> None:
        super().__init__()
        self.exact = ExactTorqueConfig().build(config.size, config.hb_config)
        self.seven = SevenTorqueConfig().build(config.size, config.hb_config)
        self.poses = RepeatedPose(7, 2).make(config.size, config.hb_config)
        self.torques = RepeatedTorque(7, 2).make(config.size, config.hb_config)
        self.wide = WiderConfig().build(config.size, config.hb_config)
        self.narrow = NarrowerConfig().build(config.size, config.hb_config)
        self.gripper = Gripper(GripConfig(), config)
