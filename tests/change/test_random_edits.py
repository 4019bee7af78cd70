"""Edits at random of a small project: whatever changes, a run with the cache says what one without it says."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from files_with_findings import FILES as _WITH_FINDINGS
from small_project import Project

_HELP = """
    from acme.layers import Linear

    NAMES = {"a": "a", "b": "wrong"}


    def name_of(kind):
        names = {"a": "b"}
        names["a"] = NAMES["a"]
        if kind:
            return names["a"]
        return "a"


    def make(kind, quant_config, prefix):
        if kind:
            return Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")
        return Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")


    def convert(model, quant_config):
        quantize_(model, quant_config, filter_fn=lambda module, fqn: "head.x" in fqn)
"""
_GATE = """
    import torch.nn as nn
    from acme.help import NAMES, make, name_of
    from acme.layers import Linear


    class Gate(nn.Module):
        NAME = "proj"

        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.proj = Linear(1, quant_config=quant_config, prefix=f"{prefix}.{self.NAME}")
            self.more = nn.ModuleList([Linear(i, quant_config, f"{prefix}.more.{i}") for i in range(3)])

        def forward(self, x):
            return self.proj(x)


    class Router(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.gate = Gate(config, quant_config, prefix=f"{prefix}.gate")
            name = name_of(True)
            self.a = make(config.kind, quant_config, prefix)
            setattr(self, name, Linear(1, quant_config=quant_config, prefix=f"{prefix}.{name}"))

        def load_weights(self, weights):
            for name, weight in weights:
                name = name.replace("model.head", "head")
"""
_TOP = """
    import torch.nn as nn
    from acme.gate import Gate, Router


    class Top(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.router = Router(config, quant_config, prefix="router")
            self.gate = Gate(config, quant_config, "gate")

        def forward(self, x):
            return self.gate(self.router(x))
"""
_FILES = {"help": _HELP, "gate": _GATE, "top": _TOP}
_LINES = [
    "x = 1",
    "# so",
    "",
    "self.kind = int(3)",
    "return",
    "if config.flag: return",
    "name = 'b'",
    "prefix = ''",
    "quant_config = None",
]
_EDITS = 40


def _inserted(lines: list[str], at: int, chance: random.Random) -> list[str]:
    return [*lines[:at], _indent(lines[at]) + chance.choice(_LINES), *lines[at:]]


def _dropped(lines: list[str], at: int, chance: random.Random) -> list[str]:
    return [*lines[:at], *lines[at + 1 :]]


def _twice(lines: list[str], at: int, chance: random.Random) -> list[str]:
    return [*lines[: at + 1], *lines[at:]]


def _swapped(lines: list[str], at: int, chance: random.Random) -> list[str]:
    return [*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]]


def _in_branches(lines: list[str], at: int, chance: random.Random) -> list[str]:
    indent = _indent(lines[at])
    test = chance.choice(["config.flag", "True", "quant_config is None"])
    inner = f"    {lines[at]}"
    return [*lines[:at], f"{indent}if {test}:", inner, f"{indent}else:", inner, *lines[at + 1 :]]


def _another_word(lines: list[str], at: int, chance: random.Random) -> list[str]:
    words = re.findall(r"\w+", "\n".join(lines))
    found = list(re.finditer(r"\w+", lines[at]))
    if not found:
        return lines
    place = chance.choice(found)
    line = lines[at][: place.start()] + chance.choice(words) + lines[at][place.end() :]
    return [*lines[:at], line, *lines[at + 1 :]]


def _reformatted(lines: list[str], at: int, chance: random.Random) -> list[str]:
    return ast.unparse(ast.parse("\n".join(lines))).split("\n")


_WAYS = [_inserted, _inserted, _dropped, _twice, _swapped, _in_branches, _another_word, _another_word, _reformatted]


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _edited(text: str, chance: random.Random) -> str:
    """The text after an edit, still a text that Python reads."""
    while True:
        lines = text.split("\n")
        try:
            new = "\n".join(chance.choice(_WAYS)(lines, chance.randrange(len(lines)), chance))
            ast.parse(new)
        except SyntaxError:
            continue
        return new


@pytest.mark.parametrize("seed", range(4))
def test_random_edits(
    plant: Callable[[Mapping[str, str]], Project], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("QUANTFENCE_WORKERS", "1")
    project, chance, known = plant(_FILES), random.Random(seed), 0
    paths = [project.root / "acme" / f"{name}.py" for name in ("layers", *_FILES)]
    begun: dict[Path, str] = {path: path.read_text() for path in paths}
    for number in range(_EDITS):
        path = chance.choice(paths)
        text = begun[path] if number % 8 == 7 else _edited(path.read_text(), chance)
        path.write_text(text)
        known += project.known()
    assert known > _EDITS // 10


_ASIDE = ["# so", "", "# \xe9 \U0001f642", "\f", "x = x + 1  # \xe9", "# quantfence: ignore[QF006]", '"""\xe9"""']


def _aside(text: str, chance: random.Random) -> str:
    """The text with lines that say nothing in some places."""
    while True:
        lines = text.split("\n")
        for _ in range(chance.choice([1, 1, 2, 3])):
            at = chance.randrange(len(lines))
            lines = [*lines[:at], _indent(lines[at]) + chance.choice(_ASIDE), *lines[at:]]
        new = "\n".join(lines)
        try:
            ast.parse(new)
        except SyntaxError:
            continue
        return new


@pytest.mark.parametrize("seed", range(3))
def test_random_edits_of_files_with_findings(
    plant: Callable[[Mapping[str, str]], Project], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("QUANTFENCE_WORKERS", "1")
    project, chance, known = plant(_WITH_FINDINGS), random.Random(seed), 0
    paths = [project.path(name) for name in ("bare", "wrong", "twins", "top")]
    begun: dict[Path, str] = {path: path.read_text() for path in paths}
    end = chance.choice(["\n", "\r\n"])
    for number in range(_EDITS):
        path = chance.choice(paths)
        text = path.read_bytes().decode().replace("\r\n", "\n")
        new = begun[path] if number % 8 == 7 else (_aside if chance.random() < 0.8 else _edited)(text, chance)
        path.write_bytes(new.replace("\n", end).encode())
        known += project.known("--output-format", chance.choice(["text", "json", "sarif"]))
    assert known > _EDITS // 4
