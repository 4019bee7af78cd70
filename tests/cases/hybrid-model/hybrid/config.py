"""The config of the whole model."""

from pydantic import BaseModel

from hybrid.linear import Float8Config
from hybrid.mixers import AttentionConfig, ScanConfig


class HybridConfig(BaseModel):
    vocab_size: int = 64000
    hidden_size: int = 512
    num_layers: int = 24
    attention_every: int = 6
    scan: ScanConfig | None = ScanConfig()
    attention: AttentionConfig = AttentionConfig()
    float8_cfg: Float8Config | None = None

    def mixer(self, layer_idx: int) -> ScanConfig | AttentionConfig:
        if self.scan is None or (layer_idx + 1) % self.attention_every == 0:
            return self.attention
        return self.scan
