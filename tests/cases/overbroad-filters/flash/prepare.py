"""From a plain model to one that trains in FP8."""

from torch import nn

from flash import filters
from flash.filters import ends, globs, matched, parts, searched
from flash.float8 import Float8Config, convert_to_float8_training
from flash.model import FlashForCausalLM


def prepare(kind: str, config: Float8Config) -> nn.Module:
    model = FlashForCausalLM(256)
    if kind == "searched":
        return convert_to_float8_training(model, config=config, module_filter_fn=searched)
    if kind == "matched":
        return convert_to_float8_training(model, config=config, module_filter_fn=matched)
    if kind == "whole":
        return convert_to_float8_training(model, config=config, module_filter_fn=filters.whole)
    if kind == "parts":
        return convert_to_float8_training(model, config=config, module_filter_fn=parts)
    if kind == "globs":
        return convert_to_float8_training(model, config=config, module_filter_fn=globs)
    return convert_to_float8_training(model, config=config, module_filter_fn=ends)
