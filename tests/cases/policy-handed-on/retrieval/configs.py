"""Settings: of the scorer, of the pooler, of both."""

from pydantic import BaseModel, Field

from retrieval.scorer import QuantSpec


class ScorerConfig(BaseModel):
    dim: int = 128
    quantize: bool = False


class WideScorerConfig(ScorerConfig):
    dim: int = 256


class PoolerConfig(BaseModel):
    quantize: bool = True


class SearchConfig(BaseModel):
    size: int = 768
    scorer: ScorerConfig = Field(default_factory=ScorerConfig)
    wide: WideScorerConfig = Field(default_factory=WideScorerConfig)
    pooler: PoolerConfig = Field(default_factory=PoolerConfig)
    quant_spec: QuantSpec | None = None
