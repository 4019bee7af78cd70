# quantfence: ignore-file[QF001, QF002] The first net.
"""The first net."""

from chess.net import NetConfig, PolicyHead, ValueHead, ValueSettings


def heads(config: NetConfig, settings: ValueSettings) -> tuple:
    value = ValueHead(config.size, config.rounding, **settings.arguments())
    return PolicyHead(config.size, config.rounding), value
