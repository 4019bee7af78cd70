"""The shared config, changed for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import nn

from rag.layers import AnswerConfig, AnswerHead, CitationHead


@contextmanager
def without_fp8(config: AnswerConfig) -> Iterator[AnswerConfig]:
    kept = config.block_fp8
    config.block_fp8 = None
    try:
        yield config
    finally:
        config.block_fp8 = kept


def in_a_with(config: AnswerConfig) -> nn.Module:
    with without_fp8(config):
        citation = CitationHead(config.size, config.block_fp8)
    return nn.Sequential(citation, AnswerHead(config.size, config.block_fp8))


def after_the_with(config: AnswerConfig) -> nn.Module:
    with without_fp8(config) as plain:
        first = CitationHead(plain.size, plain.block_fp8)
    second = CitationHead(config.size, config.block_fp8)
    return nn.Sequential(first, second)


def in_a_try(config: AnswerConfig) -> nn.Module:
    kept = config.block_fp8
    config.block_fp8 = None
    try:
        spans = [CitationHead(config.size, config.block_fp8) for _ in range(config.spans)]
    finally:
        config.block_fp8 = kept
    return nn.Sequential(AnswerHead(config.size, block_fp8=config.block_fp8), *spans)


def after_the_finally(config: AnswerConfig) -> nn.Module:
    saved, config.block_fp8 = config.block_fp8, None
    try:
        first = CitationHead(config.size, block_fp8=config.block_fp8)
    finally:
        config.block_fp8 = saved
    return nn.Sequential(
        first,
        CitationHead(
            config.size,
            block_fp8=config.block_fp8,
        ),
    )


class CitationModel(nn.Module):
    """Keeps the config for itself, and passes the head none."""

    def __init__(self, config: AnswerConfig) -> None:
        super().__init__()
        self.config = config
        self.kept = config.block_fp8
        self.answer = AnswerHead(config.size, self.kept)
        with without_fp8(self.config) as plain:
            self.citation = CitationHead(plain.size, plain.block_fp8)
