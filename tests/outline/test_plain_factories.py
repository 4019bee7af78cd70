"""What a small factory makes where it is given nothing: another module for each call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MODEL = """\
from torch import nn

class Float8Config: ...

def build_linear(size, out, float8_cfg=None) -> nn.Linear:
    made = nn.Linear(size, out, bias=False)
    if float8_cfg is not None:
        made.register_buffer("tile", 1)
    return made

class Model(nn.Module):
    def __init__(self, config) -> None:
        super().__init__()
        self.first = build_linear(config.size, config.size, float8_cfg=None)
        self.second = build_linear(config.size, 3, None)
        self.rest = nn.Sequential(build_linear(3, 3), nn.GELU(), build_linear(3, 3))
"""


def test_each_call_has_its_own(judge: Callable[..., Any]) -> None:
    names = ["first", "second", "rest.0", "rest.2"]
    manifest = f"version: 1\nquantization: {{names: [float8_cfg]}}\nexclusions:\n  - {{id: a, names: {names}}}\n"
    judged = judge(MODEL, manifest=manifest, dead=True)
    assert judged.diagnostics == []
    assert judged.outcome.unresolved == []
