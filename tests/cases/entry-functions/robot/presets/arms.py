"""Arms of six and seven joints."""

import json
from pathlib import Path

from robot.policy import ActionConfig, RobotConfig


def flash() -> RobotConfig:
    return RobotConfig(width=512, action=ActionConfig(joints=7))


def pro() -> RobotConfig:
    config = RobotConfig(width=2048, action=ActionConfig(joints=7))
    config.action.quantize_actions = False
    return config


def lite() -> RobotConfig:
    small = pro()
    small.width = 128
    return small


def from_file(path: Path) -> RobotConfig:
    settings = json.loads(path.read_text())
    action = None
    if settings.get("joints"):
        action = ActionConfig(
            joints=settings["joints"],
            quantize_actions=False,
        )
    return RobotConfig(width=settings["width"], action=action)


def bench() -> RobotConfig:
    """What we time kernels with; no released model."""
    return RobotConfig(width=4096, action=ActionConfig(joints=7, bins=1024))
