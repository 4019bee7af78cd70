"""Builders of linear layers; each of them looks at the config."""

import torch
from torch import nn


class PackedLinear(nn.Module):
    def __init__(self, in_features, out_features, bits, bias=False, dtype=None, device=None):
        super().__init__()
        words = in_features * bits // 32
        self.qweight = nn.Parameter(torch.zeros(words, out_features), requires_grad=False)
        self.bias = nn.Parameter(torch.zeros(out_features)) if bias else None

    def forward(self, hidden):
        raise NotImplementedError("runs in a kernel")


def build_linear(
    in_features,
    out_features,
    bias=False,
    quant_config=None,
    dtype=None,
    device=None,
    colwise=True,
    is_tp=False,
):
    if quant_config is None:
        return nn.Linear(in_features, out_features, bias=bias, dtype=dtype, device=device)
    bits = quant_config["bits"]
    return PackedLinear(in_features, out_features, bits, bias, dtype=dtype, device=device)


def build_colwise_linear(in_features, out_features, bias=False, quant_config=None, **kwargs):
    return build_linear(
        in_features, out_features, bias=bias, quant_config=quant_config, colwise=True, **kwargs
    )


def build_rowwise_linear(in_features, out_features, bias=False, quant_config=None, **kwargs):
    return build_linear(
        in_features, out_features, bias=bias, quant_config=quant_config, colwise=False, **kwargs
    )


def build_qkv_proj(size, heads, kv_heads, head_dim, quant_config=None, **kwargs):
    width = (heads + 2 * kv_heads) * head_dim
    return build_colwise_linear(size, width, quant_config=quant_config, **kwargs)
