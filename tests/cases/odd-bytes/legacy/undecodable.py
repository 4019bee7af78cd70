"""Says nothing of its coding."""

NAME = "Müller"
from torch import nn

from legacy.layers import LedgerConfig, TaxLayer


def build(config: LedgerConfig) -> nn.Module:
    return TaxLayer(
        config.size,
        fp8_scheme=config.fp8_scheme,
    )
