"""Builders that change a copy, or think so."""

from __future__ import annotations

import copy
import dataclasses

from torch import nn

from reader.config import GroupQuant, ReaderConfig, ReaderModelConfig
from reader.heads import AnswerHead, SpanHead


def shallow(config: ReaderConfig) -> nn.Module:
    own = copy.copy(config)
    own.group_quant = None
    return nn.ModuleList([SpanHead(own.size, own.group_quant), AnswerHead(config.size, config.group_quant)])


def shallow_inside(config: ReaderConfig) -> nn.Module:
    answer = AnswerHead(config.size, config.text.group_quant)
    copied = copy.copy(config)
    copied.text.group_quant = None
    return nn.ModuleList([answer, SpanHead(copied.text.size, copied.text.group_quant)])


def deep_inside(config: ReaderConfig) -> nn.Module:
    own = copy.deepcopy(config)
    own.text.group_quant = None
    return nn.ModuleList([SpanHead(own.size, own.text.group_quant), AnswerHead(config.size, config.group_quant)])


def replaced_inside(config: ReaderConfig) -> nn.Module:
    answer = AnswerHead(config.size, config.text.group_quant)
    copied = dataclasses.replace(config, device="cpu")
    copied.text.group_quant = None
    return nn.ModuleList([answer, SpanHead(copied.size, copied.text.group_quant)])


def replaced_wholly(config: ReaderConfig) -> nn.Module:
    text = dataclasses.replace(config.text, group_quant=None)
    own = dataclasses.replace(config, text=text)
    return SpanHead(own.size, own.text.group_quant)


def model_copied(config: ReaderModelConfig) -> nn.Module:
    own = config.model_copy()
    own.group_quant = None
    return nn.ModuleList([SpanHead(own.size, own.group_quant), AnswerHead(config.size, config.group_quant)])


def model_copied_inside(config: ReaderModelConfig) -> nn.Module:
    answer = AnswerHead(config.size, config.text.group_quant)
    copied = config.model_copy()
    copied.text.group_quant = None
    return nn.ModuleList([answer, SpanHead(copied.size, copied.text.group_quant)])


def model_copied_deep(config: ReaderModelConfig) -> nn.Module:
    own = config.model_copy(deep=True)
    own.text.group_quant = None
    return nn.ModuleList([SpanHead(own.size, own.text.group_quant), AnswerHead(config.size, config.group_quant)])


def by_own_method(config: ReaderConfig) -> nn.Module:
    own = config.exact()
    return nn.ModuleList([SpanHead(own.size, own.group_quant), AnswerHead(config.size, config.group_quant)])


def made_here(size: int) -> nn.Module:
    config = ReaderConfig(size=size, group_quant=GroupQuant())
    answer = AnswerHead(size, config.group_quant)
    config.group_quant = None
    return nn.ModuleList([answer, SpanHead(config.size, config.group_quant)])


def filled_in(config: ReaderConfig) -> nn.Module:
    if config.group_quant is None:
        config.group_quant = GroupQuant(group=128)
    return nn.ModuleList([AnswerHead(config.size, config.group_quant), SpanHead(config.size)])
