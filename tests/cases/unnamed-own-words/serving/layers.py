"""What is added to the engine's own layers."""

from enginelib.linear import OutputLinear, QKVParallelLinear
from enginelib.norm import Norm
from torch import nn

from serving.names import join


class Fused(QKVParallelLinear):
    def __init__(self, size, precision=None, name=""):
        super().__init__(size, 3 * size, precision=precision)


class Rotated(OutputLinear):
    def __init__(self, size, precision=None, name=""):
        super().__init__(size, size, precision=precision, name=name)


class Attention(nn.Module):
    def __init__(self, size, precision=None, name=""):
        super().__init__()
        self.norm = Norm(size, precision=precision)
        self.qkv = QKVParallelLinear(size, 3 * size, precision=precision, name=join(name, "qkv"))
        self.out = OutputLinear(size, size, precision=precision)
        self.fused = Fused(size, precision=precision, name=f"{name}.fused")
        self.rotated = Rotated(size, precision=precision, name=f"{name}.rotated")
        self.turned = Rotated(size, precision=precision)
        self.plain = OutputLinear(size, size)
        self.other = OutputLinear(size, size, precision=precision, prefix=f"{name}.other")
