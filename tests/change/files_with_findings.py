"""Files that have findings of their own: with a fix that brings an import, at several depths, with a line that a message names."""

from __future__ import annotations

NAMES = """
    def add_prefix(name, prefix):
        return f"{prefix}.{name}" if prefix else name
"""
BESIDE = """
    import torch.nn as nn
    from acme.layers import Linear
    from acme.names import add_prefix


    class Beside(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.a = Linear(1, quant_config=quant_config, prefix=add_prefix("a", prefix))
            self.b = Linear(1, quant_config=quant_config, prefix=add_prefix("b", prefix))
"""
BARE = '''
    """No name is put together here: a fix brings the helper of other files."""

    import os

    import torch.nn as nn
    from acme.layers import Linear

    SIZE = 1


    class Bare(nn.Module):
        """Its layer has no name: ✂️ é."""

        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.up = Linear("🙂", quant_config=quant_config)  # é
            self.down = Linear(
                SIZE,
                quant_config=quant_config,
            )

        def forward(self, x):
            x = self.up(x)
            return self.down(x)


    def last(x):
        return x
'''
WRONG = """
    import torch.nn as nn
    from acme.layers import Linear


    def first(x):
        return x


    class Wrong(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.a = Linear("🙂", quant_config=quant_config, prefix=f"{prefix}.b")
            self.list = nn.ModuleList([self._one(i, quant_config, prefix) for i in range(3)])

        def forward(self, x):
            return self.a(x)

        def _one(self, i, quant_config, prefix):
            def make(size):
                return Linear(
                    size,  # é
                    quant_config=quant_config, prefix=f"{prefix}.lists.{i}"
                )

            return make(i)

        def last(self, x):
            return x


    class Outer:
        class Inner(nn.Module):
            def __init__(self, config, quant_config=None, prefix=""):
                super().__init__()
                self.x = Linear(1, quant_config=quant_config)

            def forward(self, x):
                return self.x(x)


    def convert(model, quant_config):
        quantize_(model, quant_config, filter_fn=lambda module, fqn: "x.head" in fqn)
"""
TWINS = """
    import torch.nn as nn
    from acme.layers import Linear


    class Twins(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.gate = Linear(1, quant_config=quant_config, prefix=f"{prefix}.gate")
            self.up = Linear(1, quant_config=quant_config, prefix=f"{prefix}.gate")

        def forward(self, x):
            return self.up(self.gate(x))
"""
TOP = """
    import torch.nn as nn
    from acme.bare import Bare
    from acme.beside import Beside
    from acme.names import add_prefix
    from acme.outside import Outside
    from acme.twins import Twins
    from acme.wrong import Outer, Wrong


    class Top(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.beside = Beside(config, quant_config, prefix=add_prefix("beside", prefix))
            self.bare = Bare(config, quant_config, prefix=add_prefix("bare", prefix))
            self.twins = Twins(config, quant_config, prefix=add_prefix("twins", prefix))
            self.wrong = Wrong(config, quant_config, prefix=add_prefix("wrong", prefix))
            self.outside = Outside(config, quant_config, prefix=add_prefix("outside", prefix))
            self.inner = Outer.Inner(config, quant_config, prefix=add_prefix("inner", prefix))
"""
OUTSIDE = """
    import torch.nn as nn
    from acme.layers import Linear

    make = lambda quant_config, prefix: Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")

    with nn.quiet():

        def build(quant_config, prefix):
            return Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")


    class Outside(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.a = make(quant_config, prefix)
            self.b = build(quant_config, prefix)

        def forward(self, x):
            return self.b(self.a(x))
"""
FILES = {
    "names": NAMES, "beside": BESIDE, "bare": BARE, "wrong": WRONG, "twins": TWINS, "top": TOP, "outside": OUTSIDE
}  # fmt: skip
