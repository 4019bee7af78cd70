"""Builders that take the config off themselves."""

from __future__ import annotations

import copy
import logging

from torch import nn

from sampler.model import DraftModel, SafetyHead, SamplerConfig, TargetModel

log = logging.getLogger(__name__)


def careful(config: SamplerConfig) -> nn.Module:
    before = config.sampler_fp8
    config.sampler_fp8 = None
    try:
        safety = SafetyHead(config.size, config.sampler_fp8)
    finally:
        config.sampler_fp8 = before
    return nn.ModuleList([safety, TargetModel(config)])


def careful_by_name(config: SamplerConfig) -> nn.Module:
    before = getattr(config, "sampler_fp8")
    setattr(config, "sampler_fp8", None)
    try:
        safety = SafetyHead(config.size, config.sampler_fp8)
    finally:
        setattr(config, "sampler_fp8", before)
    return nn.ModuleList([safety, TargetModel(config)])


def careful_inside(config: SamplerConfig) -> nn.Module:
    before = config.draft.sampler_fp8
    try:
        config.draft.sampler_fp8 = None
        draft = DraftModel(config.draft.size, config.vocabulary, config.draft.sampler_fp8)
    except ValueError:
        log.warning("no draft model")
        raise
    finally:
        config.draft.sampler_fp8 = before
    return nn.ModuleList([draft, TargetModel(config)])


def hopeful(config: SamplerConfig) -> nn.Module:
    before, config.sampler_fp8 = config.sampler_fp8, None
    draft = DraftModel(config.size, config.vocabulary, config.sampler_fp8)
    config.sampler_fp8 = before
    return nn.ModuleList([draft, TargetModel(config)])


def only_on_error(config: SamplerConfig) -> nn.Module:
    before = config.sampler_fp8
    config.sampler_fp8 = None
    try:
        safety = SafetyHead(config.size, config.sampler_fp8)
    except RuntimeError:
        config.sampler_fp8 = before
        raise
    return nn.ModuleList([safety, TargetModel(config)])


def back_on_another(config: SamplerConfig) -> nn.Module:
    before = config.sampler_fp8
    own = copy.copy(config)
    config.sampler_fp8 = None
    try:
        safety = SafetyHead(config.size, config.sampler_fp8)
    finally:
        own.sampler_fp8 = before
    return nn.ModuleList([safety, TargetModel(own)])


def busy_finally(config: SamplerConfig) -> nn.Module:
    before = config.sampler_fp8
    config.sampler_fp8 = None
    try:
        safety = SafetyHead(config.size, config.sampler_fp8)
    finally:
        log.info("built the safety head, not %s", before)
    return nn.ModuleList([safety, TargetModel(config)])
