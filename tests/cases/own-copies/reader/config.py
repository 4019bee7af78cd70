"""Configs, in dataclasses and in pydantic."""

from __future__ import annotations

import copy
import dataclasses

from pydantic import BaseModel


@dataclasses.dataclass(frozen=True)
class GroupQuant:
    group: int = 64


@dataclasses.dataclass
class TextPart:
    size: int = 64
    group_quant: GroupQuant | None = None


@dataclasses.dataclass
class ReaderConfig:
    size: int = 64
    device: str = "cuda"
    text: TextPart = dataclasses.field(default_factory=TextPart)
    group_quant: GroupQuant | None = None

    def __post_init__(self) -> None:
        if self.device == "cpu":
            self.group_quant = None

    def exact(self) -> ReaderConfig:
        """This config, for what must not be rounded."""
        clone = copy.deepcopy(self)
        clone.group_quant = None
        return clone


class TextModelPart(BaseModel):
    size: int = 64
    group_quant: GroupQuant | None = None


class ReaderModelConfig(BaseModel):
    size: int = 64
    text: TextModelPart = TextModelPart()
    group_quant: GroupQuant | None = None
