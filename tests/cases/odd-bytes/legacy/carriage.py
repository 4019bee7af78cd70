"""Has carriage returns of its own."""

FIRST = 1SECOND = 2THIRD = 3
# one more 
from torch import nn

from legacy.layers import LedgerConfig, TaxLayer


def build(config: LedgerConfig) -> nn.Module:
    return TaxLayer(
        config.size,
        fp8_scheme=config.fp8_scheme,
    )
