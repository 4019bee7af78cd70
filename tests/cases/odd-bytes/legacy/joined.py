"""Joins its lines with backslashes, and puts statements on one."""

from torch import nn; from legacy.layers import LedgerConfig, \
    TaxLayer


def build(config: LedgerConfig) -> nn.Module: \
    return TaxLayer(config.size, 0.1, fp8_scheme=None)


def build_other(config: LedgerConfig) -> nn.Module:
    size = config.size; scheme = \
        config.fp8_scheme; return TaxLayer(size, \
            rate=0.3, \
            fp8_scheme \
            = \
            scheme)
