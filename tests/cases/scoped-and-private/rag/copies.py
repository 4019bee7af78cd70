"""Private copies."""

import copy
import dataclasses
from copy import deepcopy

from torch import nn

from rag.layers import (
    AnswerConfig,
    AnswerHead,
    CitationHead,
    PlainConfig,
    ReaderConfig,
    WholeConfigHead,
)


def replaced(config: AnswerConfig) -> nn.Module:
    own = dataclasses.replace(config, block_fp8=None)
    return CitationHead(own.size, own.block_fp8)


def replaced_something_else(config: AnswerConfig) -> nn.Module:
    own = dataclasses.replace(config, size=64)
    return CitationHead(own.size, own.block_fp8)


def model_copied(config: ReaderConfig) -> nn.Module:
    own = config.model_copy(update={"block_fp8": None})
    return nn.Sequential(
        AnswerHead(config.size, config.block_fp8),
        CitationHead(own.size, block_fp8=own.block_fp8),
    )


def model_copied_something_else(config: ReaderConfig) -> nn.Module:
    own = config.model_copy(update={"size": 64})
    return CitationHead(
        own.size,
        block_fp8=own.block_fp8,
    )


def wrong_one_of_two(config: ReaderConfig) -> nn.Module:
    own = config.model_copy(update={"block_fp8": None})
    return nn.Sequential(
        AnswerHead(own.size, own.block_fp8),
        CitationHead(own.size, config.block_fp8),
    )


def shallow(config: PlainConfig) -> nn.Module:
    own = copy.copy(config)
    own.block_fp8 = None
    return CitationHead(own.size, own.block_fp8)


def deep(config: PlainConfig) -> nn.Module:
    own = deepcopy(config)
    setattr(own, "block_fp8", None)
    return CitationHead(own.size, own.block_fp8)


def copied_only(config: PlainConfig) -> nn.Module:
    own = copy.copy(config)
    own.size = 2 * config.size
    return CitationHead(own.size, block_fp8=own.block_fp8)


def set_too_late(config: PlainConfig) -> nn.Module:
    own = copy.copy(config)
    head = CitationHead(own.size, block_fp8=own.block_fp8)
    own.block_fp8 = None
    return nn.Sequential(head, CitationHead(own.size, block_fp8=own.block_fp8))


def whole(config: AnswerConfig) -> nn.Module:
    return WholeConfigHead(dataclasses.replace(config, block_fp8=None))


def whole_again(config: AnswerConfig) -> nn.Module:
    own = copy.copy(config)
    own.block_fp8 = None
    return nn.Sequential(WholeConfigHead(own), AnswerHead(config.size, config.block_fp8))
