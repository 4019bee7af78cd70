"""Builders.

Silence one with `# quantfence: ignore[QF001] why`, and say why:

    head = ValueHead(config.size, config.rounding)  # quantfence: ignore[QF001] measured
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable

from torch import nn

from chess.net import NetConfig, PolicyHead, ValueHead, ValueSettings


def still_used(config: NetConfig) -> nn.Module:
    return ValueHead(config.size, config.rounding)  # quantfence: ignore[QF001] measured: no loss


def still_used_beside_others(config: NetConfig) -> nn.Module:
    return ValueHead(config.size, config.rounding)  # noqa: E501  # quantfence: ignore[QF001] the same net


def still_used_on_the_first_line(config: NetConfig) -> list:
    heads = [  # quantfence: ignore[QF001] an ensemble for the paper
        ValueHead(
            config.size,
            rounding=config.rounding,
        )
        for _ in range(4)
    ]
    return heads


def still_used_twice(config: NetConfig) -> tuple:
    return ValueHead(8, config.rounding), ValueHead(9, config.rounding)  # quantfence: ignore[QF001] toys


def bare_and_mended(config: NetConfig) -> nn.Module:
    return ValueHead(config.size, None)  # quantfence: ignore until the next release


def bare_and_never_needed(config: NetConfig) -> nn.Module:
    return PolicyHead(config.size, config.rounding)  # quantfence: ignore


def one_of_two(config: NetConfig, settings: ValueSettings) -> nn.Module:
    kept = settings.arguments()
    return ValueHead(config.size, config.rounding, **kept)  # quantfence: ignore[QF001, QF002] both


def both_of_two(config: NetConfig, settings: ValueSettings) -> nn.Module:
    kept = dataclasses.asdict(settings)
    return ValueHead(config.size, config.rounding, **kept)  # quantfence: ignore[QF001, QF002] both


def beside_others(config: NetConfig) -> nn.Module:
    return PolicyHead(config.size, config.rounding)  # noqa: E501  # quantfence: ignore[QF001] old


def on_the_line_above(config: NetConfig) -> nn.Module:
    # quantfence: ignore[QF001] the line below
    return ValueHead(config.size, config.rounding)


def on_the_def(config: NetConfig) -> Callable[[], nn.Module]:
    def make() -> nn.Module:  # quantfence: ignore[QF001] called later
        return ValueHead(config.size, config.rounding)

    return make


def inside_the_def(config: NetConfig) -> Callable[[], nn.Module]:
    def make() -> nn.Module:
        return ValueHead(config.size, config.rounding)  # quantfence: ignore[QF001] called later

    return make


def on_the_for(config: NetConfig) -> nn.ModuleList:
    heads = nn.ModuleList()
    for _ in range(2):  # quantfence: ignore[QF001] both of them
        heads.append(ValueHead(config.size, config.rounding))
    return heads


def on_the_with(config: NetConfig) -> nn.Module:
    with contextlib.suppress(ValueError):  # quantfence: ignore[QF001]
        return ValueHead(config.size, config.rounding)
    return PolicyHead(config.size)


def on_another_argument(config: NetConfig) -> nn.Module:
    return ValueHead(
        size=config.size,  # quantfence: ignore[QF001] one line too early
        rounding=config.rounding,
        squares=64,
    )


def in_strings(config: NetConfig) -> nn.Module:
    """Has no comment. # quantfence: ignore[QF001]"""
    hint = """
    # quantfence: ignore[QF001]
    """
    return ValueHead(config.size, config.rounding, hint="# quantfence: ignore" + hint)
