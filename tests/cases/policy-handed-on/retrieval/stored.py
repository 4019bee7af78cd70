"""Modules that keep the flag, or the config, and build later."""

from torch import nn

from retrieval.configs import SearchConfig
from retrieval.scorer import LateInteraction, Pooler


class SearchModel(nn.Module):
    def __init__(self, config: SearchConfig) -> None:
        super().__init__()
        self.size = config.size
        self.quant_spec = config.quant_spec
        self.quantize = config.scorer.quantize
        self.pooler = Pooler(config.size, self.quant_spec)
        self.add_scorers()

    def add_scorers(self) -> None:
        spec = self.quant_spec if self.quantize else None
        self.scorer = LateInteraction(self.size, quant_spec=spec)
        if self.quantize:
            self.coarse = LateInteraction(self.size, 16, self.quant_spec)
        else:
            self.coarse = LateInteraction(self.size, 16)
        self.fine = LateInteraction(self.size, 512, self.quant_spec)


class LazySearchModel(nn.Module):
    def __init__(self, config: SearchConfig) -> None:
        super().__init__()
        self.config = config
        self.spec = config.quant_spec if config.scorer.quantize else None

    @property
    def allowed(self) -> bool:
        return self.config.scorer.quantize

    def build_scorer(self) -> nn.Module:
        return LateInteraction(self.config.size, quant_spec=self.spec)

    def build_other(self) -> nn.Module:
        spec = self.config.quant_spec if self.allowed else None
        return LateInteraction(self.config.size, quant_spec=spec)
