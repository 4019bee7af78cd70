"""Was written for another Python."""

from torch import nn

from legacy.layers import LedgerConfig, TaxLayer


def build(config: LedgerConfig) -> nn.Module:
    return TaxLayer(
        config.size,
        fp8_scheme=config.fp8_scheme,
    )


def show(config):
    try:
        return str(config.fp8_scheme)
    except ValueError, error:
        return str(error)
