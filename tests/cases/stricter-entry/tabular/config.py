"""The settings, and what they build."""

from dataclasses import dataclass

from torch import nn

from tabular.layers import FeatureGate, FeatureTokenizer, Fp8Options, RowHead


@dataclass
class TableConfig:
    size: int = 64
    quantize_inputs: bool = False

    def build(self, fp8_options: Fp8Options | None = None) -> nn.Module:
        options = fp8_options if self.quantize_inputs else None
        tokenizer = FeatureTokenizer(self.size, fp8_options=options)
        head = RowHead(self.size, fp8_options=options)
        gate = FeatureGate(self.size, fp8_options=options)
        return nn.Sequential(tokenizer, gate, head)

    def build_exact_gate(self, fp8_options: Fp8Options | None = None) -> nn.Module:
        if not self.quantize_inputs:
            return nn.Sequential(FeatureTokenizer(self.size), FeatureGate(self.size))
        return nn.Sequential(
            FeatureTokenizer(self.size, fp8_options),
            FeatureGate(self.size, None),
        )

    def build_unasked(self, fp8_options: Fp8Options | None = None) -> nn.Module:
        return nn.Sequential(
            FeatureTokenizer(self.size, fp8_options),
            FeatureGate(self.size, fp8_options=None),
            RowHead(self.size, fp8_options),
        )
