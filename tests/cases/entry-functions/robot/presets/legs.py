"""Legs, which have their own opinion of what is fast."""

from robot.policy import ActionConfig, RobotConfig


def flash() -> RobotConfig:
    return RobotConfig(action=ActionConfig(joints=12))


def _legs(joints: int) -> ActionConfig:
    return ActionConfig(joints=joints, bins=64)


def walker() -> RobotConfig:
    return RobotConfig(width=384, action=_legs(12))


def runner() -> RobotConfig:
    """As the walker, but exact."""
    legs = _legs(16)
    return RobotConfig(width=768, action=legs.model_copy(update={"quantize_actions": False}))


class Presets:
    @staticmethod
    def jumper() -> RobotConfig:
        return RobotConfig(
            width=96,
            action=ActionConfig(joints=8, bins=32),
        )

    @staticmethod
    def climber() -> RobotConfig:
        return RobotConfig(width=96, action=ActionConfig(joints=18, bins=32, quantize_actions=False))
