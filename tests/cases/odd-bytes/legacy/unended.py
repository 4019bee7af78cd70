"""Lacks a quotation mark."""

from torch import nn

from legacy.layers import LedgerConfig, TaxLayer


def build(config: LedgerConfig) -> nn.Module:
    return TaxLayer(
        config.size,
        fp8_scheme=config.fp8_scheme,
    )


TITLE = "The fp8_scheme
OTHER = "of a ledger"
