"""What the tests of adoption share: a small tree with findings, written as lines."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

MANIFEST = """\
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: head
    modules: [ScoreHead]
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


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def findings(self) -> list[str]:
        """The findings of a concise report, without their messages: ``model.py:9 QF001``."""
        out = []
        for line in self.out.splitlines():
            place, _, rest = line.partition(": ")
            if place.count(":") == 2:
                out.append(f"{place.rsplit(':', 1)[0]} {rest.split()[0]}")
        return out


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path
