"""What a check can't resolve of the manifest itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Judge = Callable[..., Any]

MODEL = """\
from outside import Imported
from torch import nn

class Base:
    keep = False

class Config(Base):
    quantize: bool = False
    def __init__(self):
        self.late = True

    def from_hf(self): ...

class Head(nn.Module):
    class Inner(nn.Module): ...
    def __init__(self, size, float8_cfg=None):
        self.proj = 1

def build(size, float8_cfg):
    return Head(size), Imported(size)
"""
MANIFEST = """\
version: 1
quantization: {{names: [float8_cfg]}}
exclusions:
  - id: head
    modules: [{module}]
    policy: {policy}
    entrypoints: [{entrypoint}]
config_only: [{flag}]
"""
RIGHT = {
    "module": "Head.proj",
    "policy": "Config.quantize",
    "entrypoint": "Config.from_hf",
    "flag": "Config.keep",
}


def said(judge: Judge, **changes: str) -> list[tuple[int, int, str]]:
    """The places in the manifest of which something is said: a finding of QF009, or that it can't be resolved."""
    manifest = MANIFEST.format(**{**RIGHT, **changes})
    found = []
    for exhaustive in (False, True):
        judged = judge(MODEL, manifest=manifest, exhaustive=exhaustive, dead=True)
        dead = [each for each in judged.diagnostics if each.code == "QF009"]
        found.append(
            [
                *((*each.start, each.message) for each in dead),
                *((each.line, each.column, each.message) for each in judged.outcome.unresolved),
            ]
        )
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("module", "Head"),
        ("module", "model.Head.proj"),
        ("module", "Inner"),
        ("module", "Imported"),
        ("policy", "not model.Config.late"),
        ("policy", "Config.keep"),
        ("entrypoint", "Config"),
        ("entrypoint", "model.build"),
        ("flag", "Config.late"),
    ],
)
def test_nothing_is_said_of_what_names_something(judge: Judge, key: str, name: str) -> None:
    assert said(judge, **{key: name}) == []


@pytest.mark.parametrize(
    ("key", "name", "line", "message"),
    [
        ("module", "Haed", 5, "`Haed` of exclusion `head` names no class of the project, so that it protects nothing"),
        (
            "module",
            "model.Haed.proj",
            5,
            "`model.Haed.proj` of exclusion `head` names no class of the project, so that it protects nothing",
        ),
        (
            "module",
            "Head.porj",
            5,
            "`Head.porj` of exclusion `head` names no layer of that class, so that it protects nothing",
        ),
        (
            "policy",
            "Config.nope",
            6,
            "policy `Config.nope` of exclusion `head` names no field of a class of the project",
        ),
        (
            "policy",
            "not Nope.keep",
            6,
            "policy `Nope.keep` of exclusion `head` names no field of a class of the project",
        ),
        (
            "entrypoint",
            "Nope.x",
            7,
            "entrypoint `Nope.x` of exclusion `head` names no class, method or function of the project",
        ),
        (
            "entrypoint",
            "Config.nope",
            7,
            "entrypoint `Config.nope` of exclusion `head` names no class, method or function of the project",
        ),
        ("flag", "Base.nope", 8, "config-only flag `Base.nope` names no field of a class of the project"),
    ],
)
def test_what_names_nothing_is_said_with_its_place(judge: Judge, key: str, name: str, line: int, message: str) -> None:
    text = MANIFEST.format(**{**RIGHT, key: name}).splitlines()[line - 1]
    assert said(judge, **{key: name}) == [(line, text.index(name) + 1, message)]
