"""Has   and  ,  and  in its text, and a  too."""

TEXT = "one twothree"  #   and 
from torch import nn

from legacy.layers import LedgerConfig, TaxLayer


def build(config: LedgerConfig) -> nn.Module:
    return TaxLayer(
        config.size,
        fp8_scheme=config.fp8_scheme,
    )
