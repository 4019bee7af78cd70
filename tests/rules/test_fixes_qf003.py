"""The repairs of QF003: the flag set where the entrypoint builds the config."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.rules.fixing import diagnose, is_safe, repair

MANIFEST = """\
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: kda
    modules: [KimiDeltaAttention]
    policy: {policy}
    entrypoints: [{entrypoints}]
"""

HEAD = """\
from functools import partial
from dataclasses import dataclass, field

@dataclass
class KDA:
    heads: int = 4
    quantize: bool = True
    keep: bool = False

"""


def fixed(
    tmp_path: Path, text: str, entrypoints: str = "Flash", policy: str = "KDA.quantize", safe: bool = True
) -> str:
    """A text after its repairs; all of its findings must go."""
    root = tmp_path.resolve()
    (root / "quantfence.yaml").write_text(MANIFEST.format(policy=policy, entrypoints=entrypoints))
    (root / "model.py").write_bytes((HEAD + text).encode())
    found = diagnose(root)
    assert found != []
    assert {is_safe(each) for each in found} == {safe}
    assert repair(root, unsafe=not safe) == []
    after = (root / "model.py").read_bytes().decode()
    ast.parse(after)
    assert after.startswith(HEAD)
    return after.removeprefix(HEAD)


CLASS = "class Flash:\n    kda: KDA = "

FORMS = {
    "nothing given": ("KDA()\n", "KDA(quantize=False)\n"),
    "something given": ("KDA(heads=1)\n", "KDA(heads=1, quantize=False)\n"),
    "given true": ("KDA(heads=1, quantize=True)\n", "KDA(heads=1, quantize=False)\n"),
    "given true in another way": ("KDA(quantize = 1, heads=2)\n", "KDA(quantize = False, heads=2)\n"),
    "given by position": ("KDA(1, True, keep=True)\n", "KDA(1, False, keep=True)\n"),
    "a trailing comma on the line": ("KDA(heads=1,)\n", "KDA(heads=1, quantize=False,)\n"),
    "a line for each argument": (
        "KDA(\n        heads=1,  # few\n    )  # end\n",
        "KDA(\n        heads=1,  # few\n        quantize=False,\n    )  # end\n",
    ),
    "no trailing comma": ("KDA(\n        heads=1\n    )\n", "KDA(\n        heads=1,\n        quantize=False,\n    )\n"),
    "a comment and no trailing comma": (
        "KDA(\n        heads=1  # few\n    )\n",
        "KDA(\n        heads=1,  # few\n        quantize=False,\n    )\n",
    ),
    "the bracket on the last line": ("KDA(\n        heads=1)\n", "KDA(\n        heads=1, quantize=False)\n"),
    "windows": (
        "KDA(\r\n        heads=1,\r\n    )\r\n",
        "KDA(\r\n        heads=1,\r\n        quantize=False,\r\n    )\r\n",
    ),
    "in parentheses": ("(KDA(heads=1))\n", "(KDA(heads=1, quantize=False))\n"),
    "no line end": ("KDA(heads=1)", "KDA(heads=1, quantize=False)"),
    "a splat without it": ("KDA(**{'heads': 1})\n", "KDA(**{'heads': 1}, quantize=False)\n"),
    "a factory": (
        "field(default_factory=lambda: KDA(heads=1))\n",
        "field(default_factory=lambda: KDA(heads=1, quantize=False))\n",
    ),
    "a class as factory": ("field(default_factory=KDA)\n", "field(default_factory=lambda: KDA(quantize=False))\n"),
    "a partial as factory": (
        "field(default_factory=partial(KDA, heads=1))\n",
        "field(default_factory=partial(KDA, heads=1, quantize=False))\n",
    ),
    "two of them": ("[KDA(heads=1), KDA(heads=2)]\n", "[KDA(heads=1, quantize=False), KDA(heads=2, quantize=False)]\n"),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, tmp_path: Path) -> None:
    before, after = FORMS[form]
    assert fixed(tmp_path, CLASS + before) == CLASS + after


def test_a_negated_policy(tmp_path: Path) -> None:
    assert fixed(tmp_path, CLASS + "KDA(heads=1)\n", policy="not KDA.keep") == CLASS + "KDA(heads=1, keep=True)\n"


def test_a_copy_is_repaired_where_it_is_built(tmp_path: Path) -> None:
    text = "from dataclasses import replace\ndef flash(p):\n    return replace(KDA(heads=p), heads=2)\n"
    want = text.replace("KDA(heads=p)", "KDA(heads=p, quantize=False)")
    assert fixed(tmp_path, text, "model.flash") == want


def test_what_others_build_too_is_not_repaired_safely(tmp_path: Path) -> None:
    text = "def make():\n    return KDA(heads=1)\n\n\n" + CLASS + "field(default_factory=make)\n"
    want = text.replace("KDA(heads=1)", "KDA(heads=1, quantize=False)")
    assert fixed(tmp_path, text, safe=False) == want


@pytest.mark.parametrize(
    "text",
    [
        "def flash(p):\n    kda = KDA(quantize=False)\n    kda.quantize = True\n    return kda\n",
        "def flash(p):\n    kda = KDA(heads=1)\n    kda.quantize = True\n    return kda\n",
        "def flash(p):\n    settings = dict(heads=1)\n    if p:\n        settings['quantize'] = False\n"
        "    return KDA(**settings)\n",
        "def flash(p):\n    settings = dict(quantize=True)\n    return KDA(**settings)\n",
        "make = KDA\ndef flash(p):\n    build = make\n    return build()\n",
    ],
)
def test_no_repair_where_it_would_not_help(text: str, tmp_path: Path) -> None:
    (tmp_path / "quantfence.yaml").write_text(MANIFEST.format(policy="KDA.quantize", entrypoints="model.flash"))
    (tmp_path / "model.py").write_text(HEAD + text)
    assert [(each.code, each.fix) for each in diagnose(tmp_path.resolve())] == [("QF003", None)]


FIELDS = {
    "a class variable": ("kind: ClassVar[str] = 'm'", "Flash(4, True, 7)", "Flash(4, False, 7)"),
    "a field by name only": ("name: str = field(default='x', kw_only=True)", "Flash(4, True, 7)", "Flash(4, False, 7)"),
    "a field that is not given": ("made: int = field(default=1, init=False)", "Flash(4, True)", "Flash(4, False)"),
}


@pytest.mark.parametrize("form", FIELDS)
def test_places_are_those_of_the_constructor(form: str, tmp_path: Path) -> None:
    extra, before, after = FIELDS[form]
    text = (
        f"@dataclass\nclass Flash:\n    {extra}\n    size: int = 8\n    on: bool = True\n    heads: int = 2\n"
        "\ndef flash(p):\n    return "
    )
    assert fixed(tmp_path, f"{text}{before}\n", "model.flash", "Flash.on") == f"{text}{after}\n"


@pytest.mark.parametrize(
    "text",
    [
        "@dataclass\nclass Flash:\n    on: bool = field(default=True, init=False)\ndef flash(p):\n    return Flash()\n",
        "class Flash(BaseModel):\n    on: bool = Field(True, alias='isOn')\ndef flash(p):\n    return Flash()\n",
        "class Flash:\n    def __init__(self, **kw):\n        self.on = True\ndef flash(p):\n    return Flash()\n",
    ],
)
def test_no_repair_by_a_name_that_the_constructor_does_not_take(text: str, tmp_path: Path) -> None:
    (tmp_path / "quantfence.yaml").write_text(MANIFEST.format(policy="Flash.on", entrypoints="model.flash"))
    (tmp_path / "model.py").write_text(HEAD + "from pydantic import BaseModel, Field\n" + text)
    assert [(each.code, each.fix) for each in diagnose(tmp_path.resolve())] == [("QF003", None)]


def test_a_comment_is_not_lost_safely(tmp_path: Path) -> None:
    text = CLASS + "KDA(1, (\n        True  # on\n    ))\n"
    assert fixed(tmp_path, text, safe=False) == CLASS + "KDA(1, False)\n"


def test_what_a_value_does_besides_is_not_lost_safely(tmp_path: Path) -> None:
    text = "def flash(p):\n    return KDA(1, quantize=(on := True)), on\n"
    assert fixed(tmp_path, text, "model.flash", safe=False) == text.replace("(on := True)", "False")
