"""Filters, and where their patterns live."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from torch import nn

COMPILED = [
    re.compile(r"^lm_head$"),
    re.compile(r"\.kv_b_proj$"),
    re.compile(r"mlp.gate."),
]
ROUTER = re.compile(r"mlp\.gate$")


@dataclass
class Float8Settings:
    enabled: bool = True
    filter_fqns: list[str] = field(
        default_factory=lambda: [
            "lm_head",
            "kv_b_proj",
            "mlp.gate",
        ]
    )


@dataclass
class ReportSettings:
    hidden: tuple[str, ...] = ("lm_head", "mlp.gate")


def in_body(module: nn.Module, fqn: str) -> bool:
    if "mlp.gate" in fqn:
        return False
    return fqn != "lm_head" and not fqn.endswith(".kv_b_proj")


def in_default(
    module: nn.Module,
    fqn: str,
    skip: tuple[str, ...] = (
        "lm_head",
        "gate",
        "kv_b_proj",
    ),
) -> bool:
    return not any(part in fqn for part in skip)


def compiled(module: nn.Module, fqn: str) -> bool:
    name = f"{fqn}.weight"
    if ROUTER.search(fqn):
        return False
    return not any(pattern.search(fqn) or pattern.search(name) for pattern in COMPILED)


class Kept:
    patterns = [
        r"lm_head",
        r"mlp\.gate(\b|_)",
        r"kv_b_proj",
    ]

    def __call__(self, module: nn.Module, fqn: str) -> bool:
        return not any(re.search(pattern, fqn) for pattern in self.patterns)


def bound(module: nn.Module, fqn: str, skip: list[str]) -> bool:
    return not any(part in fqn for part in skip)


def from_settings(settings: Float8Settings) -> Callable[[nn.Module, str], bool]:
    def wanted(module: nn.Module, fqn: str) -> bool:
        return not any(entry in fqn for entry in settings.filter_fqns)

    return wanted


def described(settings: ReportSettings, fqn: str) -> str:
    return "hidden" if any(part in fqn for part in settings.hidden) else fqn
