"""Stacks of one mixer and of the other."""

from __future__ import annotations

from dataclasses import dataclass

from torch import nn

import acme.fast.scan
import acme.slow.scan as slow_scan
from acme import fast
from acme.precision import PrecisionConfig, linear
from acme.slow.norms import NormedMixer
from acme.slow.scan import EdgeMixer as PlainEdge
from acme.slow.scan import ScanMixer


@dataclass
class StackConfig:
    size: int = 128
    depth: int = 4
    precision_config: PrecisionConfig | None = None


def plain(config: StackConfig) -> nn.Module:
    return nn.Sequential(
        ScanMixer(config.size, config.precision_config),
        slow_scan.ScanMixer(config.size, precision_config=config.precision_config),
        NormedMixer(config.size, config.precision_config),
        PlainEdge(config.size, config.precision_config),
    )


def fused(config: StackConfig) -> nn.Module:
    return nn.Sequential(
        fast.ScanMixer(
            config.size,
            precision_config=config.precision_config,
        ),
        acme.fast.scan.ScanMixer(config.size, config.precision_config),
        fast.EdgeMixer(config.size, config.precision_config),
        acme.fast.scan.ScanMixer(config.size),
    )


class OutProjected(nn.Module):
    """Has an `out_proj` as well, and is another class."""

    def __init__(self, config: StackConfig) -> None:
        super().__init__()
        self.out_proj = linear(config.size, config.size, config.precision_config)
        self.range = slow_scan.Scan(config.size, config.precision_config)
