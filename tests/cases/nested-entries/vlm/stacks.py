"""A config for each layer, in lists and dicts."""

from typing import Dict, List, Optional

from pydantic import BaseModel, Field
from torch import nn

from vlm.mixers import BandConfig, Fp8Spec


class PairStack(BaseModel):
    bands: List[BandConfig] = [
        BandConfig(reach=4, quantize_band=False),
        BandConfig(reach=64),
    ]
    fp8_spec: Optional[Fp8Spec] = None

    def build(self, size: int) -> nn.ModuleList:
        return nn.ModuleList([band.build(size, self.fp8_spec) for band in self.bands])


class QuietPairStack(BaseModel):
    bands: List[BandConfig] = Field(
        default_factory=lambda: [
            BandConfig(reach=4, quantize_band=False),
            BandConfig(reach=64, quantize_band=False),
        ]
    )


class NamedStack(BaseModel):
    bands: Dict[str, BandConfig] = Field(
        default_factory=lambda: {
            "near": BandConfig(),
            "far": BandConfig(reach=256, quantize_band=False),
        }
    )


class RepeatedStack(BaseModel):
    bands: List[BandConfig] = Field(
        default_factory=lambda: [BandConfig(reach=2**power) for power in range(4)]
    )


class QuietRepeatedStack(BaseModel):
    bands: List[BandConfig] = Field(
        default_factory=lambda: [BandConfig(reach=2**power, quantize_band=False) for power in range(4)]
    )
