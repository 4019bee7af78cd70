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
    def __init__(self, size, float8_cfg=None): ...

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


def unresolved(judge: Judge, **changes: str) -> list[tuple[str, int, int, str]]:
    found = [
        judge(MODEL, manifest=MANIFEST.format(**{**RIGHT, **changes}), exhaustive=exhaustive)
        for exhaustive in (False, True)
    ]
    first, second = (
        [(each.path.name, each.line, each.column, each.message) for each in judged.outcome.unresolved]
        for judged in found
    )
    assert first == second
    return first


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
def test_what_names_something_is_not_listed(judge: Judge, key: str, name: str) -> None:
    assert unresolved(judge, **{key: name}) == []


@pytest.mark.parametrize(
    ("key", "name", "line", "message"),
    [
        ("module", "Haed", 5, "`Haed` of `head` names no class of the project"),
        ("module", "model.Haed.proj", 5, "`model.Haed.proj` of `head` names no class of the project"),
        ("policy", "Config.nope", 6, "policy `Config.nope` of `head` names no field of a class of the project"),
        ("policy", "not Nope.keep", 6, "policy `Nope.keep` of `head` names no field of a class of the project"),
        ("entrypoint", "Nope.x", 7, "entrypoint `Nope.x` of `head` names no class, method or function of the project"),
        (
            "entrypoint",
            "Config.nope",
            7,
            "entrypoint `Config.nope` of `head` names no class, method or function of the project",
        ),
        ("flag", "Base.nope", 8, "config-only flag `Base.nope` names no field of a class of the project"),
    ],
)
def test_what_names_nothing_is_listed_with_its_place(
    judge: Judge, key: str, name: str, line: int, message: str
) -> None:
    text = MANIFEST.format(**{**RIGHT, key: name}).splitlines()[line - 1]
    column = text.index(name) + 1
    assert unresolved(judge, **{key: name}) == [("quantfence.yaml", line, column, message)]
