"""Every call in the project counts: one caller that strips the config does not clear the builder for the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
"""

MODEL = """\
from dataclasses import dataclass, replace

from torch import nn

@dataclass
class Settings:
    size: int = 8
    float8_cfg: object = None

class Gate(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.float8_cfg = float8_cfg

class Model(nn.Module):
    def __init__(self, settings: Settings):
        super().__init__()
        self.gate = Gate(settings.size, settings.float8_cfg)

"""
CROSSING = ("model.py", 18)

RUN = """\
from model import Model

def run(settings):
    return Model(settings)
"""
STRIP = """\
from model import Model, Settings

def strip():
    return Model(Settings(float8_cfg=None))
"""


def places(judge: Judge, files: Mapping[str, str]) -> list[tuple[str, int]]:
    """Where findings are, which must be the same without any shortcut."""
    found: list[tuple[str, int]] = judge(files, MANIFEST).places
    assert found == judge(files, MANIFEST, exhaustive=True).places
    return found


STRIPPERS = [
    "Model(Settings(size=3, float8_cfg=None))",
    "Model(replace(settings, float8_cfg=None))",
]


@pytest.mark.parametrize("call", STRIPPERS)
def test_a_caller_beside_one_that_strips_a_copy(judge: Judge, call: str) -> None:
    text = f"{MODEL}def plain(settings):\n    return {call}\n\ndef load(settings):\n    return Model(settings)\n"
    assert places(judge, {"model.py": text}) == [CROSSING]


@pytest.mark.parametrize("call", STRIPPERS)
def test_no_other_caller(judge: Judge, call: str) -> None:
    assert places(judge, {"model.py": f"{MODEL}def plain(settings):\n    return {call}\n"}) == []


@pytest.mark.parametrize(
    "names", [("a_run.py", "z_strip.py"), ("z_run.py", "a_strip.py"), ("run.py", "tests/strip.py")]
)
def test_a_caller_in_a_file_that_holds_no_word_that_matters(judge: Judge, names: tuple[str, str]) -> None:
    assert places(judge, {"model.py": MODEL, names[0]: RUN, names[1]: STRIP}) == [CROSSING]


def test_a_caller_that_is_called_with_a_config_and_without(judge: Judge) -> None:
    first = "from run import run\nfrom model import Settings\n\ndef one():\n    run(Settings(float8_cfg=None))\n"
    assert places(judge, {"model.py": MODEL, "run.py": RUN, "first.py": first}) == []
    other = "from run import run\n\ndef other(settings):\n    run(settings)\n"
    assert places(judge, {"model.py": MODEL, "run.py": RUN, "first.py": first, "other.py": other}) == [CROSSING]


def test_a_call_in_a_modules_own_statements(judge: Judge) -> None:
    script = "from model import Model\nfrom settings import load\n\nmodel = Model(load())\n"
    settings = "from model import Settings\n\ndef load():\n    return Settings(float8_cfg=read())\n"
    files = {"model.py": MODEL, "strip.py": STRIP, "script.py": script, "settings.py": settings}
    assert places(judge, files) == [CROSSING]


def test_a_module_that_holds_the_model(judge: Judge) -> None:
    wraps = """\
class Whole(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.model = Model(settings)

class Plain(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.model = Model(replace(settings, float8_cfg=None))
"""
    assert places(judge, {"model.py": MODEL + wraps}) == [CROSSING]
