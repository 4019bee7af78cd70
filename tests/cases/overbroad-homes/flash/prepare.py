"""From a plain model to one that trains in FP8."""

from functools import partial

from torch import nn

from flash.filters import (
    Float8Settings,
    Kept,
    bound,
    compiled,
    from_settings,
    in_body,
    in_default,
)
from flash.float8 import Float8Config, convert_to_float8_training
from flash.model import FlashForCausalLM


def prepare(kind: str, config: Float8Config, settings: Float8Settings) -> nn.Module:
    model = FlashForCausalLM(256)
    if kind == "body":
        return convert_to_float8_training(model, config=config, module_filter_fn=in_body)
    if kind == "default":
        return convert_to_float8_training(model, config=config, module_filter_fn=in_default)
    if kind == "compiled":
        return convert_to_float8_training(model, config=config, module_filter_fn=compiled)
    if kind == "class":
        return convert_to_float8_training(model, config=config, module_filter_fn=Kept())
    if kind == "partial":
        wanted = partial(
            bound,
            skip=[
                "lm_head",
                "mlp.gate",
                "self_attn.kv_b_proj",
            ],
        )
        return convert_to_float8_training(model, config=config, module_filter_fn=wanted)
    if kind == "lambda":
        return convert_to_float8_training(
            model,
            config=config,
            module_filter_fn=lambda module, fqn: not is_kept(fqn),
        )
    return convert_to_float8_training(
        model, config=config, module_filter_fn=from_settings(settings)
    )


def is_kept(fqn: str) -> bool:
    return fqn.endswith(("lm_head", ".kv_b_proj", "mlp.gate"))
