"""Experts, and the router in front of them."""

import torch
from torch import nn


def linear(in_features, out_features, quant_config=None):
    layer = nn.Linear(in_features, out_features, bias=False)
    if quant_config is not None:
        layer.register_buffer("bits", torch.tensor(quant_config.bits))
    return layer


class ExpertRouter(nn.Module):
    def __init__(self, size, experts, quant_config=None, group_size=1, exact=True, path=None):
        super().__init__()
        self.group_size, self.exact, self.path = group_size, exact, path
        self.score = linear(size, experts, quant_config)

    def forward(self, hidden):
        return self.score(hidden).softmax(dim=-1)


class Expert(nn.Module):
    def __init__(self, size, quant_config=None):
        super().__init__()
        self.up = linear(size, 4 * size, quant_config=quant_config)
        self.down = linear(4 * size, size, quant_config=quant_config)

    def forward(self, hidden):
        return self.down(torch.relu(self.up(hidden)))
