"""Files that hold none of the words that matter, and stand between a model and a layer that is excluded by name."""

from __future__ import annotations

import pytest

from tests.conftest import Judge

MANIFEST = """\
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: head
    names: ["block.layers.0.proj"]
"""

FILES = {
    "model.py": """
        from torch import nn
        from block import Block

        class Inner(nn.Module):
            def __init__(self, config):
                super().__init__()
                self.proj = linear(8, float8_cfg=config.float8_cfg)

        class Model(nn.Module):
            def __init__(self, config):
                super().__init__()
                self.block = Block([Inner(config)])
        """,
    "block.py": """
        from torch import nn

        class Block(nn.Module):
            def __init__(self, layers):
                super().__init__()
                self.layers = nn.ModuleList(layers)
        """,
}


@pytest.mark.parametrize("exhaustive", [False, True])
def test_a_layer_below_such_a_file_is_found(exhaustive: bool, judge: Judge) -> None:
    assert judge(FILES, MANIFEST, exhaustive=exhaustive).places == [("model.py", 7)]
