# -*- coding: shift_jis -*-
"""表とソースの能力"""

TABLE = "表"; SOURCE = "ソ"
from torch import nn

from legacy.layers import LedgerConfig, TaxLayer


def build(config: LedgerConfig) -> nn.Module:
    return TaxLayer(
        config.size,
        fp8_scheme=config.fp8_scheme,
    )
