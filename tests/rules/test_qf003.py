"""QF003: what an entrypoint leaves in a config's policy."""

from __future__ import annotations

import textwrap

import pytest

from tests.conftest import Judge

MANIFEST = """\
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: kda
    modules: [KimiDeltaAttention]
    policy: {policy}
    entrypoints: [{entrypoints}]
"""

HEAD = """\
import copy
import dataclasses
from dataclasses import dataclass, field
from functools import partial
from pydantic import BaseModel, Field

class KDA(BaseModel):
    heads: int = 4
    rank: int | None = None
    quantize: bool = True

class Quiet(KDA):
    quantize: bool = False

def load(path): ...

"""

FIRST = HEAD.count("\n") + 1


def lines(judge: Judge, text: str, entrypoints: str, policy: str = "KDA.quantize") -> list[tuple[int, str]]:
    """Lines, counted from the text's own first one, with their codes."""
    body = HEAD + textwrap.dedent(text).strip("\n") + "\n"
    found = judge(body, MANIFEST.format(policy=policy, entrypoints=entrypoints))
    return [(line - FIRST + 1, code) for line, code in found.lines if code != "QF004"]


WRONG = {
    "a default": ("class Flash(BaseModel):\n    kda: KDA = KDA(heads=1)", "Flash", 2),
    "said": ("class Flash(BaseModel):\n    kda: KDA = KDA(heads=1, quantize=True)", "Flash", 2),
    "Field with a default": ("class Flash(BaseModel):\n    kda: KDA = Field(KDA(heads=1), title='x')", "Flash", 2),
    "Field by keyword": ("class Flash(BaseModel):\n    kda: KDA = Field(default=KDA(heads=1))", "Flash", 2),
    "a class as factory": ("class Flash(BaseModel):\n    kda: KDA = Field(default_factory=KDA)", "Flash", 2),
    "a partial as factory": (
        "class Flash(BaseModel):\n    kda: KDA = Field(default_factory=partial(KDA, 1))",
        "Flash",
        2,
    ),
    "a function as factory": (
        "def make():\n    return KDA(heads=1)\nclass Flash(BaseModel):\n    kda: KDA = Field(default_factory=make)",
        "Flash",
        2,
    ),
    "a constant": ("DEFAULT = KDA(heads=1)\nclass Flash(BaseModel):\n    kda: KDA = DEFAULT", "Flash", 1),
    "a config in a config": (
        "class Text(BaseModel):\n    kda: KDA = KDA(heads=1)\nclass Flash(BaseModel):\n    text: Text = Text()",
        "Flash",
        2,
    ),
    "in a list": ("class Flash(BaseModel):\n    layers: list[KDA] = [Quiet(),\n        KDA(heads=1)]", "Flash", 3),
    "in a dict": ("class Flash(BaseModel):\n    layers: dict[str, KDA] = {'a': KDA(heads=1)}", "Flash", 2),
    "a plain constructor": (
        "class Flash:\n    def __init__(self, kda=None):\n        self.kda = kda or KDA()",
        "Flash",
        3,
    ),
    "a class attribute": ("class Flash:\n    kda = KDA(heads=1)", "Flash", 2),
    "a classmethod": (
        "class Flash(BaseModel):\n    kda: KDA\n    @classmethod\n    def from_hf(cls, p):\n        return cls(kda=KDA(heads=load(p)))",
        "Flash.from_hf",
        5,
    ),
    "a function": ("def flash(p):\n    return {'kda': KDA(heads=1)}", "model.flash", 2),
    "steps": (
        "class Flash(BaseModel):\n    kda: KDA | None = None\n    @classmethod\n    def from_hf(cls, p):\n"
        "        made = cls()\n        made.kda = KDA(heads=1)\n        return made",
        "Flash.from_hf",
        6,
    ),
    "one branch": (
        "def flash(p):\n    if load(p):\n        return {'kda': KDA(quantize=False)}\n    return {'kda': KDA(heads=1)}",
        "model.flash",
        4,
    ),
    "switched off on one path only": (
        "def flash(p):\n    kda = KDA(heads=1)\n    if load(p):\n        kda.quantize = False\n    return kda",
        "model.flash",
        2,
    ),
    "switched on again": (
        "def flash(p):\n    kda = KDA(quantize=False)\n    kda.quantize = True\n    return kda",
        "model.flash",
        2,
    ),
    "a dict that is splatted": (
        "def flash(p):\n    settings = {'heads': 1}\n    return KDA(**settings)",
        "model.flash",
        3,
    ),
    "a copy of something else": (
        "def flash(p):\n    return KDA(heads=1).model_copy(update={'heads': 2})",
        "model.flash",
        2,
    ),
    "an evolved copy": (
        "def flash(p):\n    base = Quiet()\n    return base.model_copy(update={'quantize': True})",
        "model.flash",
        2,
    ),
    "the base's default": (
        "class Base(BaseModel):\n    kda: KDA = KDA(heads=1)\nclass Flash(Base):\n    width: int = 1",
        "Flash",
        3,
    ),
    "the parent, where both are listed": (
        "class Base(BaseModel):\n    kda: KDA = KDA(heads=1)\nclass Flash(Base):\n    width: int = 1",
        "Base, Flash",
        2,
    ),
    "the base's default through a method": (
        "class Base(BaseModel):\n    kda: KDA = KDA(heads=1)\nclass Flash(Base):\n    @classmethod\n"
        "    def from_hf(cls, p):\n        return cls(width=1)",
        "Flash.from_hf",
        3,
    ),
    "a constructor above": (
        "class Base:\n    def __init__(self):\n        self.kda = KDA()\nclass Flash(Base):\n"
        "    def __init__(self):\n        super().__init__()",
        "Flash",
        4,
    ),
    "a subclass that fills a base's field": (
        "class Base(BaseModel):\n    kda: KDA | None = None\nclass Flash(Base):\n"
        "    def model_post_init(self, _):\n        self.kda = KDA(heads=1)",
        "Flash",
        5,
    ),
    "a subclass that hands it up": (
        "class Base:\n    kda = None\n    def __init__(self, kda=None):\n        self.kda = kda\nclass Flash(Base):\n"
        "    def __init__(self, **kw):\n        super().__init__(kda=KDA(heads=1), **kw)",
        "Flash",
        7,
    ),
    "a validator that fills it": (
        "class Flash(BaseModel):\n    kda: KDA | None = None\n    @model_validator(mode='after')\n    def fill(self):\n"
        "        self.kda = KDA(heads=1)\n        return self",
        "Flash",
        5,
    ),
    "a reader that validates": (
        "class Flash(BaseModel):\n    kda: KDA\n    @classmethod\n    def from_hf(cls, p):\n"
        "        return cls.model_validate({'kda': KDA(heads=1)})",
        "Flash.from_hf",
        5,
    ),
    "a reader that does not validate": (
        "class Flash(BaseModel):\n    kda: KDA\n    @classmethod\n    def from_hf(cls, p):\n"
        "        return cls.model_construct(kda=KDA(heads=1))",
        "Flash.from_hf",
        5,
    ),
    "not set on one path": (
        "def flash(p):\n    settings = dict(heads=1)\n    if load(p):\n        settings['quantize'] = False\n"
        "    return KDA(**settings)",
        "model.flash",
        5,
    ),
    "attrs.Factory": ("@attrs.define\nclass C:\n    kda: KDA = attrs.Factory(lambda: KDA(heads=1))", "C", 3),
    "Annotated": (
        "class Flash(BaseModel):\n    kda: Annotated[KDA, Field(default_factory=lambda: KDA(heads=1))]",
        "Flash",
        2,
    ),
    "a list that is repeated": ("class Flash(BaseModel):\n    layers: list[KDA] = [KDA(heads=1)] * 4", "Flash", 2),
    "a method that changes its object": (
        "class Flash(BaseModel):\n    kda: KDA | None = None\n    def load(self, p):\n        self.kda = KDA(heads=1)",
        "Flash.load",
        4,
    ),
    "a dict that is validated": (
        "class Flash(BaseModel):\n    kda: KDA | None = None\ndef flash(p):\n    return Flash(\n        kda=dict(heads=1),\n    )",
        "model.flash",
        5,
    ),
    "a dict that is validated by name": (
        "def flash(p):\n    return KDA.model_validate({'heads': p})",
        "model.flash",
        2,
    ),
    "a config that makes itself": (
        "class Own(KDA):\n    @classmethod\n    def from_hf(cls, p):\n        return cls(heads=load(p))\n"
        "def flash(p):\n    return {'kda': Own.from_hf(p)}",
        "model.flash",
        4,
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_reported(case: str, judge: Judge) -> None:
    text, entrypoints, line = WRONG[case]
    assert lines(judge, text, entrypoints) == [(line, "QF003")]


RIGHT = {
    "said": ("class Flash(BaseModel):\n    kda: KDA = KDA(heads=1, quantize=False)", "Flash"),
    "a subclass with another default": ("class Flash(BaseModel):\n    kda: KDA = Quiet(heads=1)", "Flash"),
    "no config": ("class Flash(BaseModel):\n    kda: KDA | None = None", "Flash"),
    "a config that somebody must give": ("class Flash(BaseModel):\n    kda: KDA", "Flash"),
    "not listed": ("class Flash(BaseModel):\n    kda: KDA = KDA(heads=1)\nclass Air(BaseModel): ...", "Air"),
    "a copy": ("def flash(p):\n    return KDA(heads=1).model_copy(update={'quantize': False})", "model.flash"),
    "replace": ("def flash(p):\n    return dataclasses.replace(KDA(), quantize=False)", "model.flash"),
    "a deep copy": (
        "def flash(p):\n    kda = copy.deepcopy(KDA())\n    kda.quantize = False\n    return kda",
        "model.flash",
    ),
    "setattr": ("def flash(p):\n    kda = KDA()\n    setattr(kda, 'quantize', False)\n    return kda", "model.flash"),
    "later, through the model's config": (
        "class Flash(BaseModel):\n    kda: KDA = KDA()\ndef flash(p):\n    made = Flash()\n"
        "    made.kda.quantize = False\n    return made",
        "model.flash",
    ),
    "a helper that switches it off": (
        "def quiet(kda):\n    kda.quantize = False\n    return kda\ndef flash(p):\n    return quiet(KDA())",
        "model.flash",
    ),
    "a value that can't be told": ("def flash(p):\n    return KDA(quantize=load(p))", "model.flash"),
    "a value that depends": ("def flash(p):\n    return KDA(quantize=load(p) == 'fp8')", "model.flash"),
    "a constant": ("QUANTIZE = False\ndef flash(p):\n    return KDA(quantize=QUANTIZE)", "model.flash"),
    "a splat that holds it": (
        "def flash(p):\n    common = dict(quantize=False)\n    return KDA(heads=1, **common)",
        "model.flash",
    ),
    "a splat that can't be told": ("def flash(p):\n    return KDA(**load(p))", "model.flash"),
    "a config that was only on the way": (
        "def flash(p):\n    first = KDA()\n    return KDA(heads=first.heads, quantize=False)",
        "model.flash",
    ),
    "a validator that switches it off": (
        "class Flash(BaseModel):\n    kda: KDA = KDA(heads=1)\n    @model_validator(mode='after')\n    def off(self):\n"
        "        self.kda.quantize = False\n        return self",
        "Flash",
    ),
    "a loop that switches all of them off": (
        "def flash(p):\n    layers = [KDA(heads=i) for i in range(3)]\n    for layer in layers:\n"
        "        layer.quantize = False\n    return layers",
        "model.flash",
    ),
    "attrs after construction": (
        "@attrs.define\nclass C:\n    kda: KDA = attrs.Factory(lambda: KDA(heads=1))\n"
        "    def __attrs_post_init__(self):\n        self.kda.quantize = False",
        "C",
    ),
    "a dict that says so": (
        "class Flash(BaseModel):\n    kda: KDA | None = None\ndef flash(p):\n    return Flash(kda={'quantize': False})",
        "model.flash",
    ),
    "a dict that can't be told": ("def flash(p):\n    return KDA.model_validate(load(p))", "model.flash"),
    "the child overrides": (
        "class Base(BaseModel):\n    kda: KDA = KDA(heads=1)\nclass Flash(Base):\n    kda: KDA = KDA(quantize=False)",
        "Flash",
    ),
    "another config's flag": (
        "class Other(BaseModel):\n    quantize: bool = True\nclass Flash(BaseModel):\n    other: Other = Other()",
        "Flash",
    ),
}


@pytest.mark.parametrize("case", RIGHT)
def test_right(case: str, judge: Judge) -> None:
    text, entrypoints = RIGHT[case]
    assert lines(judge, text, entrypoints) == []


def test_negated_policy(judge: Judge) -> None:
    text = """
    class Keep(BaseModel):
        keep: bool = False

    class Flash(BaseModel):
        kda: Keep = Keep()
        other: Keep = Keep(keep=True)
    """
    assert lines(judge, text, "Flash", "not Keep.keep") == [(5, "QF003")]


def test_plain_classes(judge: Judge) -> None:
    text = """
    class Plain:
        def __init__(self, heads, quantize=True):
            self.heads = heads
            self.quantize = quantize

    class Flash:
        def __init__(self):
            self.first = Plain(1)
            self.second = Plain(1, True)
            self.third = Plain(1, False)
            self.fourth = Plain(1)
            self.fourth.quantize = False
    """
    assert lines(judge, text, "Flash", "Plain.quantize") == [(8, "QF003"), (9, "QF003")]


def test_one_report_for_what_two_entrypoints_share(judge: Judge) -> None:
    text = """
    def make():
        return KDA(heads=1)

    def flash(p):
        return make()

    def air(p):
        return make()
    """
    assert lines(judge, text, "model.flash, model.air") == [(2, "QF003")]


def test_message_names_entrypoint_flag_and_module(judge: Judge) -> None:
    text = HEAD + "class Flash(BaseModel):\n    kda: KDA = KDA(heads=1)\n"
    found = judge(text, MANIFEST.format(policy="KDA.quantize", entrypoints="Flash"))
    (each,) = [d for d in found.diagnostics if d.code == "QF003"]
    assert each.message == (
        "`KDA(...)` leaves `KDA.quantize` true at entrypoint Flash: KimiDeltaAttention may be quantized, "
        "which exclusion `kda` keeps unquantized"
    )
    assert found.text(each) == "KDA(heads=1)"
    assert each.help == "pass `quantize=False`"
    assert [step.label for step in each.flow] == ["Flash.kda"]
