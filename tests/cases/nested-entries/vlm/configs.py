"""A vision half and a text half, and who puts them together how."""

from typing import Optional

from pydantic import BaseModel, Field
from torch import nn

from vlm.mixers import DeltaConfig, Fp8Spec


class VisionConfig(BaseModel):
    patch: int = 14
    width: int = 768


class TextConfig(BaseModel):
    width: int = 1024
    depth: int = 6
    delta: Optional[DeltaConfig] = DeltaConfig(heads=16)

    def mixers(self, fp8_spec: Optional[Fp8Spec]) -> nn.ModuleList:
        if self.delta is None:
            return nn.ModuleList()
        return nn.ModuleList([self.delta.build(self.width, fp8_spec) for _ in range(self.depth)])


class DocumentConfig(BaseModel):
    text: TextConfig = TextConfig()
    fp8_spec: Optional[Fp8Spec] = None

    def build(self) -> nn.ModuleList:
        return self.text.mixers(self.fp8_spec)


class CaptionConfig(BaseModel):
    vision: VisionConfig = VisionConfig()
    text: TextConfig = TextConfig(
        depth=12,
        delta=DeltaConfig(heads=12),
    )
    fp8_spec: Optional[Fp8Spec] = None

    def build(self) -> nn.ModuleList:
        return self.text.mixers(self.fp8_spec)

    @classmethod
    def from_hf(cls, hf: dict) -> "CaptionConfig":
        text = TextConfig(
            width=hf["text_config"]["hidden_size"],
            delta=DeltaConfig(heads=hf["text_config"]["heads"]),
        )
        config = cls(vision=VisionConfig(patch=hf["patch_size"]), text=text)
        config.text.delta.quantize_delta = False
        return config

    @classmethod
    def from_hf_small(cls, hf: dict) -> "CaptionConfig":
        text = TextConfig(depth=hf["depth"], delta=DeltaConfig(heads=4))
        spare = TextConfig(delta=DeltaConfig(heads=2))
        spare.delta.quantize_delta = False
        return cls(text=text)


class QuestionConfig(BaseModel):
    vision: VisionConfig = Field(default_factory=lambda: VisionConfig(patch=16))
    text: TextConfig = Field(
        default_factory=lambda: TextConfig(depth=4, delta=DeltaConfig(heads=8, quantize_delta=False)),
    )
    fp8_spec: Optional[Fp8Spec] = None

    def build(self) -> nn.ModuleList:
        return self.text.mixers(self.fp8_spec)

    @classmethod
    def from_hf(cls, hf: dict) -> "QuestionConfig":
        if not hf.get("linear_layers"):
            return cls(text=TextConfig(depth=hf["depth"], delta=None))
        return cls(
            text=TextConfig(
                depth=hf["depth"],
                delta=DeltaConfig(quantize_delta=False, heads=hf["heads"]),
            )
        )

    @classmethod
    def from_parts(cls, hf: dict) -> "QuestionConfig":
        delta = DeltaConfig(heads=hf["heads"])
        text = TextConfig(depth=hf["depth"], delta=delta)
        return cls(vision=VisionConfig(patch=hf["patch_size"]), text=text)
