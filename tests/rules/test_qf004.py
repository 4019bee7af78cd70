"""QF004: policies that no builder reads on the way to the module."""

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
"""

HEAD = """\
from pydantic import BaseModel
from torch import nn

class Float8Config: ...

def linear(size, float8_cfg=None):
    return nn.Linear(size, size) if float8_cfg is None else Quantized(size)

class KimiDeltaAttention(nn.Module):
    def __init__(self, heads=1, float8_cfg=None, config=None, **rest):
        super().__init__()
        self.proj = linear(heads, float8_cfg=float8_cfg)

class KDA(BaseModel):
    heads: int = 4
    quantize: bool = False
"""

FIELD = HEAD.count("\n")


def codes(judge: Judge, body: str, policy: str = "KDA.quantize", head: str = HEAD) -> list[tuple[int, str]]:
    text = head + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"
    found = judge(text, MANIFEST.format(policy=policy))
    return [(line, code) for line, code in found.lines if code in ("QF001", "QF004")]


DEAD = {
    "no question": """
        def build(self, float8_cfg: Float8Config | None = None):
            return KimiDeltaAttention(self.heads, float8_cfg=None)
    """,
    "left out of a dump": """
        def build(self):
            return KimiDeltaAttention(**self.model_dump(exclude={"quantize"}), float8_cfg=None)
    """,
    "popped": """
        def build(self):
            settings = self.model_dump()
            settings.pop("quantize")
            return KimiDeltaAttention(**settings, float8_cfg=None)
    """,
    "read by a method that builds nothing": """
        def describe(self):
            return "fp8" if self.quantize else "bf16"

        def build(self):
            return KimiDeltaAttention(self.heads, float8_cfg=None)
    """,
    "set, not read": """
        def build(self):
            self.quantize = False
            return KimiDeltaAttention(self.heads, float8_cfg=None)
    """,
}


@pytest.mark.parametrize("case", DEAD)
def test_dead(case: str, judge: Judge) -> None:
    assert codes(judge, DEAD[case]) == [(FIELD, "QF004")]


READ = {
    "a conditional expression": """
    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=float8_cfg if self.quantize else None)
""",
    "a statement": """
    def build(self, float8_cfg: Float8Config | None = None):
        if not self.quantize:
            float8_cfg = None
        return KimiDeltaAttention(self.heads, float8_cfg=float8_cfg)
""",
    "getattr": """
    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=float8_cfg if getattr(self, "quantize", False) else None)
""",
    "a property": """
    @property
    def precise(self):
        return not self.quantize

    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=None if self.precise else float8_cfg)
""",
    "a helper": """
    def precision(self, float8_cfg):
        return float8_cfg if self.quantize else None

    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=self.precision(float8_cfg))
""",
    "popped and asked": """
    def build(self, float8_cfg: Float8Config | None = None):
        settings = self.model_dump()
        quantize = settings.pop("quantize")
        return KimiDeltaAttention(**settings, float8_cfg=float8_cfg if quantize else None)
""",
    "a subclass that asks": """
    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=None)

class Asking(KDA):
    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=float8_cfg if self.quantize else None)
""",
    "the caller asks": """
    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=float8_cfg)

class Model(nn.Module):
    def __init__(self, kda: KDA, float8_cfg: Float8Config | None = None):
        super().__init__()
        self.attn = kda.build(float8_cfg if kda.quantize else None)
""",
    "a function that is given the config": """
def build(config: KDA, float8_cfg: Float8Config | None = None):
    if not config.quantize:
        return KimiDeltaAttention(config.heads)
    return KimiDeltaAttention(config.heads, float8_cfg=float8_cfg)
""",
    "the module asks": """
    def build(self, float8_cfg: Float8Config | None = None):
        return Careful(self, float8_cfg)

class Careful(KimiDeltaAttention):
    def __init__(self, config: KDA, float8_cfg=None):
        super().__init__(config.heads, float8_cfg=float8_cfg if config.quantize else None)
""",
    "nobody builds it": "",
}


@pytest.mark.parametrize("case", READ)
def test_read(case: str, judge: Judge) -> None:
    found = judge(HEAD + READ[case], MANIFEST.format(policy="KDA.quantize"))
    assert [line for line, code in found.lines if code == "QF004"] == []


def test_a_forwarding_builder_is_wrong_twice(judge: Judge) -> None:
    body = """
    def build(self, float8_cfg: Float8Config | None = None):
        return KimiDeltaAttention(self.heads, float8_cfg=float8_cfg)
    """
    assert codes(judge, body) == [(FIELD, "QF004"), (FIELD + 2, "QF001")]


def test_the_field_of_a_base(judge: Judge) -> None:
    head = HEAD.replace("class KDA(BaseModel):", "class Base(BaseModel):") + "\nclass KDA(Base):\n    rank: int = 1\n\n"
    assert codes(judge, DEAD["no question"], head=head) == [(FIELD, "QF004")]


def test_an_attribute_of_a_plain_class(judge: Judge) -> None:
    head = HEAD.replace(
        "class KDA(BaseModel):\n    heads: int = 4\n    quantize: bool = False\n",
        "class KDA:\n    def __init__(self, heads, quantize=False):\n        self.heads = heads\n        self.quantize = quantize\n",
    )
    assert codes(judge, DEAD["no question"], head=head) == [(head.count("\n"), "QF004")]


def test_two_exclusions_with_one_policy(judge: Judge) -> None:
    manifest = MANIFEST.format(policy="KDA.quantize") + (
        "  - id: other\n    modules: [Other]\n    policy: KDA.quantize\n"
    )
    body = HEAD + READ["a conditional expression"] + "class Other(nn.Module): ...\ndef other():\n    return Other()\n"
    assert [code for _, code in judge(body, manifest).lines] == []


def test_message(judge: Judge) -> None:
    text = HEAD + textwrap.indent(textwrap.dedent(DEAD["no question"]).strip("\n"), "    ") + "\n"
    (each,) = judge(text, MANIFEST.format(policy="not KDA.quantize")).diagnostics
    assert each.message == (
        "`KDA.quantize` is the policy of exclusion `kda`, but no builder reads it on the way to KimiDeltaAttention"
    )
    assert each.help == (
        "pass the config on only where `KDA.quantize` is false, and None elsewhere; or take the policy out"
    )
    assert [step.label for step in each.flow] == ["KDA.build"]


@pytest.mark.parametrize(
    ("value", "found"), [("None", True), ("config.float8_cfg if config.kda.quantize else None", False)]
)
def test_layers_by_name(value: str, found: bool, judge: Judge) -> None:
    manifest = MANIFEST.format(policy="KDA.quantize").replace("modules: [KimiDeltaAttention]", 'names: ["attn.proj"]')
    body = f"""
class Config(BaseModel):
    kda: KDA
    float8_cfg: Float8Config | None = None

class Model(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.attn = KimiDeltaAttention(1, float8_cfg={value})
"""
    assert [(line, code) for line, code in judge(HEAD + body, manifest).lines] == ([(FIELD, "QF004")] if found else [])


def test_an_attribute_that_is_set_in_a_block(judge: Judge) -> None:
    head = HEAD.replace(
        "class KDA(BaseModel):\n    heads: int = 4\n    quantize: bool = False\n",
        "class KDA:\n    def __init__(self, heads, quantize=False):\n        self.heads = heads\n        try:\n"
        "            self.quantize = bool(quantize)\n        except ValueError:\n            raise\n",
    )
    assert codes(judge, DEAD["no question"], head=head) == [(head.count("\n") - 2, "QF004")]
