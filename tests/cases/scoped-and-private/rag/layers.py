"""Heads and their settings, of three kinds of class."""

import dataclasses

import torch
from pydantic import BaseModel, ConfigDict
from torch import nn


@dataclasses.dataclass(frozen=True)
class BlockFp8Config:
    block: int = 128


@dataclasses.dataclass
class AnswerConfig:
    size: int = 1024
    spans: int = 4
    block_fp8: BlockFp8Config | None = None


class ReaderConfig(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    size: int = 1024
    block_fp8: BlockFp8Config | None = None


class PlainConfig:
    def __init__(self, size: int, block_fp8: BlockFp8Config | None = None) -> None:
        self.size = size
        self.block_fp8 = block_fp8


def dense(size: int, out: int, block_fp8: BlockFp8Config | None = None) -> nn.Linear:
    made = nn.Linear(size, out)
    if block_fp8 is not None:
        made.register_buffer("block", torch.tensor(block_fp8.block))
    return made


class CitationHead(nn.Module):
    def __init__(self, size: int, block_fp8: BlockFp8Config | None = None) -> None:
        super().__init__()
        self.start = dense(size, 1, block_fp8)
        self.end = dense(size, 1, block_fp8)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.start(words), self.end(words)], dim=-1)


class AnswerHead(nn.Module):
    def __init__(self, size: int, block_fp8: BlockFp8Config | None = None) -> None:
        super().__init__()
        self.out = dense(size, size, block_fp8)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        return self.out(words)


class WholeConfigHead(nn.Module):
    def __init__(self, config: AnswerConfig) -> None:
        super().__init__()
        self.out = dense(config.size, 1, block_fp8=config.block_fp8)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        return self.out(words)
