"""Odd ways in which a flag decides, or is left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Judge = Callable[..., Any]

MANIFEST = """\
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: gate
    modules: [Gate]
    policy: Settings.quantize
"""

MODEL = """\
import attrs
from torch import nn

class Gate(nn.Module):
    def __init__(self, size=8, float8_cfg=None):
        super().__init__()
        self.float8_cfg = float8_cfg

@attrs.define
class Settings:
    size: int = 8
    quantize: bool = False

    def build(self, float8_cfg=None):
"""


@pytest.mark.parametrize(
    ("choice", "lines"),
    [
        ("[None, float8_cfg][self.quantize]", []),
        ("(None, float8_cfg)[self.quantize]", []),
        ("[float8_cfg, None][self.quantize]", [(15, "QF001")]),
        ("[None, float8_cfg][self.size]", [(12, "QF004"), (15, "QF001")]),
    ],
)
def test_a_flag_as_an_index(judge: Judge, choice: str, lines: list[tuple[int, str]]) -> None:
    text = f"{MODEL}        return Gate(float8_cfg={choice})\n"
    assert judge(text, MANIFEST).lines == lines


@pytest.mark.parametrize(
    ("options", "lines"), [("", [(15, "QF002")]), (', filter=lambda a, v: a.name != "quantize"', [])]
)
def test_a_filtered_dump(judge: Judge, options: str, lines: list[tuple[int, str]]) -> None:
    call = f"Gate(**attrs.asdict(self{options}), float8_cfg=float8_cfg if self.quantize else None)"
    assert judge(f"{MODEL}        return {call}\n", MANIFEST).lines == lines
