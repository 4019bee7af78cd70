"""What the tests of adoption share: a small tree with findings, written as lines."""

from __future__ import annotations

MANIFEST = """\
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: head
    modules: [ScoreHead]  # quantfence: ignore[QF009, QF100] not every tree here has the class
"""

HEAD = """\
from torch import nn

class ScoreHead(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.proj = make_linear(size, float8_cfg=float8_cfg)

"""
FIRST = HEAD.count("\n") + 1
"""The first line after the head."""

BAD = "def build(size, float8_cfg):\n    return ScoreHead(size, float8_cfg=float8_cfg)"
"""A builder with one finding, QF001, in its second line; a comment may follow."""
GOOD = "def build(size, float8_cfg):\n    return ScoreHead(size, float8_cfg=None)"
