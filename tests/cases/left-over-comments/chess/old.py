# quantfence: ignore-file[QF001] The nets of last year were rounded, all of them.
"""The nets of last year."""

from chess.net import NetConfig, PolicyHead, ValueHead


def heads(config: NetConfig) -> tuple:
    return PolicyHead(config.size, config.rounding), ValueHead(config.size, config.rounding)


def twins(config: NetConfig) -> list:
    return [ValueHead(config.size, config.rounding), ValueHead(config.size, config.rounding)]
