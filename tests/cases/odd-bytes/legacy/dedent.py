"""Steps back to nowhere."""

from torch import nn

from legacy.layers import LedgerConfig, TaxLayer


def build(config: LedgerConfig) -> nn.Module:
    return TaxLayer(
        config.size,
        fp8_scheme=config.fp8_scheme,
    )


def scheme_of(config):
        if config is None:
            return None
      return config.fp8_scheme
