"""A model and its head."""

import enginelib.linear
from torch import nn

from serving.layers import Attention
from serving.names import join


class Stack(nn.Module):
    def __init__(self, size, depth, precision=None, name=""):
        super().__init__()
        self.layers = nn.ModuleList(
            [Attention(size, precision=precision, name=f"{name}.layers.{i}") for i in range(depth)]
        )
        self.last = Attention(size, precision=precision)


class Model(nn.Module):
    def __init__(self, size, depth, precision=None, name=""):
        super().__init__()
        self.stack = Stack(size, depth, precision=precision, name=join(name, "stack"))
        self.head = enginelib.linear.OutputLinear(
            size, size, precision=precision, name=join(name, "head")
        )
        self.tail = enginelib.linear.OutputLinear(
            size,
            size,
            precision=precision,
        )
