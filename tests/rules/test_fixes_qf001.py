"""What the fix of QF001 makes of a file, form by form: every other byte stays, the finding goes, none comes."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rules.fixing import apply, diagnose, repair
from tests.rules.trees import differences

PLAIN = """\
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: mixer
    modules: [Mixer, Block.gate]
"""
POLICY = PLAIN.replace("    modules: [Mixer, Block.gate]\n", "    modules: [Mixer]\n    policy: MixerConfig.quantize\n")
NEGATED = POLICY.replace("MixerConfig.quantize", "not MixerConfig.keep")

LAYERS = """\
from dataclasses import dataclass, field
from functools import partial
from torch import nn


class Float8Config: ...


def linear(size, float8_cfg=None):
    return nn.Linear(size, size) if float8_cfg is None else Quantized(size, float8_cfg)


class Quantized(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()


class Mixer(nn.Module):
    def __init__(self, size, float8_cfg: Float8Config | None = None, name=""):
        super().__init__()
        self.proj = linear(size, float8_cfg)


class Other(Quantized):
    pass


@dataclass
class MixerConfig:
    size: int = 8
    quantize: bool = False
    keep: bool = True


@dataclass
class ModelConfig:
    size: int = 8
    mixer: MixerConfig = field(default_factory=MixerConfig)
    maybe: MixerConfig | None = None
    float8_cfg: Float8Config | None = None
    kind: str = ""
"""

HEADER = "from layers import *\n\n\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A project with one file that the layers are used in."""

    def write(text: str, manifest: str, data: bytes | None = None) -> Path:
        root = tmp_path.resolve() / "project"
        root.mkdir()
        (root / "quantfence.yaml").write_text(manifest)
        (root / "layers.py").write_text(LAYERS)
        (root / "model.py").write_bytes(data if data is not None else text.encode())
        return root

    return write


def code(text: str) -> str:
    return HEADER + textwrap.dedent(text).strip("\n") + "\n"


def check_repair(write: Write, before: str, after: str, manifest: str, message: str) -> None:
    root = write(code(before), manifest)
    (finding,) = diagnose(root, "QF001")
    assert finding.code == "QF001"
    assert finding.fix is not None
    assert finding.fix.safe
    assert finding.fix.message == message
    apply(root, finding.fix)
    text = (root / "model.py").read_text()
    assert text == code(after)
    assert diagnose(root) == []
    changed = differences(code(before), text)
    assert all(isinstance(old, ast.expr) and isinstance(new, ast.expr) for old, new in changed)
    assert len(changed) == len(finding.fix.edits)


NEVER = {
    "keyword": (
        "def f(cfg: Float8Config):\n    return Mixer(8, float8_cfg=cfg)",
        "def f(cfg: Float8Config):\n    return Mixer(8, float8_cfg=None)",
    ),
    "position": (
        'def f(float8_cfg):\n    return Mixer(8, float8_cfg, "first")',
        'def f(float8_cfg):\n    return Mixer(8, None, "first")',
    ),
    "lines and comments": (
        """
        def f(config: ModelConfig):
            return Mixer(
                config.size,  # the width
                float8_cfg=config.float8_cfg,  # as everywhere
            )
        """,
        """
        def f(config: ModelConfig):
            return Mixer(
                config.size,  # the width
                float8_cfg=None,  # as everywhere
            )
        """,
    ),
    "comments in parentheses": (
        """
        def f(config: ModelConfig):
            return Mixer(
                config.size,
                float8_cfg=(
                    # as everywhere
                    config.float8_cfg
                ),
            )
        """,
        """
        def f(config: ModelConfig):
            return Mixer(
                config.size,
                float8_cfg=(
                    # as everywhere
                    None
                ),
            )
        """,
    ),
    "parentheses": (
        "def f(config: ModelConfig):\n    return Mixer(8, (config.float8_cfg))",
        "def f(config: ModelConfig):\n    return Mixer(8, None)",
    ),
    "another condition": (
        "def f(cfg: Float8Config, size):\n    return Mixer(size, float8_cfg=cfg if size > 64 else None)",
        "def f(cfg: Float8Config, size):\n    return Mixer(size, float8_cfg=None)",
    ),
    "partial": (
        "def f(config: ModelConfig):\n    make = partial(Mixer, float8_cfg=config.float8_cfg)\n    return make(8)",
        "def f(config: ModelConfig):\n    make = partial(Mixer, float8_cfg=None)\n    return make(8)",
    ),
    "lambda": (
        "def f(cfg: Float8Config):\n    return [(lambda size: Mixer(size, float8_cfg=cfg))(8)]",
        "def f(cfg: Float8Config):\n    return [(lambda size: Mixer(size, float8_cfg=None))(8)]",
    ),
    "attribute": (
        "def f(config: ModelConfig):\n    mixer = Mixer(8)\n    mixer.float8_cfg = config.float8_cfg  # late\n    return mixer",
        "def f(config: ModelConfig):\n    mixer = Mixer(8)\n    mixer.float8_cfg = None  # late\n    return mixer",
    ),
    "setattr": (
        'def f(config: ModelConfig):\n    mixer = Mixer(8)\n    setattr(mixer, "float8_cfg", config.float8_cfg)\n    return mixer',
        'def f(config: ModelConfig):\n    mixer = Mixer(8)\n    setattr(mixer, "float8_cfg", None)\n    return mixer',
    ),
    "layer of a class": (
        """
        class Block(nn.Module):
            def __init__(self, float8_cfg=None):
                super().__init__()
                self.gate = linear(8, float8_cfg=float8_cfg)
                self.up = linear(8, float8_cfg=float8_cfg)
        """,
        """
        class Block(nn.Module):
            def __init__(self, float8_cfg=None):
                super().__init__()
                self.gate = linear(8, float8_cfg=None)
                self.up = linear(8, float8_cfg=float8_cfg)
        """,
    ),
    "fresh read inside": (
        """
        class Wide(Mixer):
            def __init__(self, config: ModelConfig):
                super().__init__(8)
                self.out = linear(8, float8_cfg=config.float8_cfg)
        """,
        """
        class Wide(Mixer):
            def __init__(self, config: ModelConfig):
                super().__init__(8)
                self.out = linear(8, float8_cfg=None)
        """,
    ),
}

NEVER_SPLATS = {
    "dict literal in the call": (
        'def f(cfg: Float8Config):\n    return Mixer(**{"size": 8, "float8_cfg": cfg})',
        'def f(cfg: Float8Config):\n    return Mixer(**{"size": 8, "float8_cfg": None})',
    ),
    "call of dict in the call": (
        "def f(cfg: Float8Config):\n    return Mixer(**dict(size=8, float8_cfg=cfg))",
        "def f(cfg: Float8Config):\n    return Mixer(**dict(size=8, float8_cfg=None))",
    ),
    "union in the call": (
        'def f(cfg: Float8Config, shape):\n    return Mixer(**(shape | {"float8_cfg": cfg}))',
        'def f(cfg: Float8Config, shape):\n    return Mixer(**(shape | {"float8_cfg": None}))',
    ),
    "local dict": (
        "def f(cfg: Float8Config):\n    own = dict(size=8, float8_cfg=cfg)\n    return Mixer(**own)",
        "def f(cfg: Float8Config):\n    own = dict(size=8, float8_cfg=None)\n    return Mixer(**own)",
    ),
    "item": (
        'def f(cfg: Float8Config):\n    own = {"size": 8}\n    own["float8_cfg"] = cfg\n    return Mixer(**own)',
        'def f(cfg: Float8Config):\n    own = {"size": 8}\n    own["float8_cfg"] = None\n    return Mixer(**own)',
    ),
    "update": (
        "def f(cfg: Float8Config):\n    own = {}\n    own.update(size=8, float8_cfg=cfg)\n    return Mixer(**own)",
        "def f(cfg: Float8Config):\n    own = {}\n    own.update(size=8, float8_cfg=None)\n    return Mixer(**own)",
    ),
    "setdefault": (
        'def f(cfg: Float8Config):\n    own = dict(size=8)\n    own.setdefault("float8_cfg", cfg)\n    return Mixer(**own)',
        'def f(cfg: Float8Config):\n    own = dict(size=8)\n    own.setdefault("float8_cfg", None)\n    return Mixer(**own)',
    ),
    "shared dict": (
        "def f(cfg: Float8Config):\n    own = dict(size=8, float8_cfg=cfg)\n    return [Other(**own), Mixer(**own)]",
        "def f(cfg: Float8Config):\n    own = dict(size=8, float8_cfg=cfg)\n"
        '    return [Other(**own), Mixer(**{**own, "float8_cfg": None})]',
    ),
    "dict of another function": (
        "def own(cfg: Float8Config):\n    return dict(size=8, float8_cfg=cfg)\n\n\n"
        "def f(cfg: Float8Config):\n    return Mixer(**own(cfg))",
        "def own(cfg: Float8Config):\n    return dict(size=8, float8_cfg=cfg)\n\n\n"
        'def f(cfg: Float8Config):\n    return Mixer(**{**own(cfg), "float8_cfg": None})',
    ),
    "literal with splats": (
        "def f(cfg: Float8Config, a):\n    own = dict(float8_cfg=cfg)\n    other = own\n"
        "    return Mixer(**{\n        **a,\n        **other,\n    })",
        "def f(cfg: Float8Config, a):\n    own = dict(float8_cfg=cfg)\n    other = own\n"
        '    return Mixer(**{\n        **a,\n        **other,\n        "float8_cfg": None,\n    })',
    ),
}

GUARDED = {
    "self": (
        """
        class Own(MixerConfig):
            def build(self, cfg: Float8Config):
                return Mixer(self.size, float8_cfg=cfg)
        """,
        """
        class Own(MixerConfig):
            def build(self, cfg: Float8Config):
                return Mixer(self.size, float8_cfg=cfg if self.quantize else None)
        """,
        "self.quantize",
    ),
    "parameter": (
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(own.size, cfg)",
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(own.size, cfg if own.quantize else None)",
        "own.quantize",
    ),
    "field": (
        "def f(config: ModelConfig):\n    return Mixer(config.mixer.size, config.float8_cfg)",
        "def f(config: ModelConfig):\n"
        "    return Mixer(config.mixer.size, config.float8_cfg if config.mixer.quantize else None)",
        "config.mixer.quantize",
    ),
    "field that may be None": (
        "class Config:\n    maybe: MixerConfig | None\n\n\n"
        "def f(config: Config, float8_cfg):\n    return Mixer(8, float8_cfg)",
        "class Config:\n    maybe: MixerConfig | None\n\n\n"
        "def f(config: Config, float8_cfg):\n"
        "    return Mixer(8, float8_cfg if config.maybe is not None and config.maybe.quantize else None)",
        "config.maybe.quantize",
    ),
    "the object that the call reads": (
        "def f(config: ModelConfig):\n    return Mixer(config.maybe.size, config.float8_cfg)",
        "def f(config: ModelConfig):\n    return Mixer(config.maybe.size, config.float8_cfg if config.maybe.quantize else None)",
        "config.maybe.quantize",
    ),
    "local that holds the flag": (
        "def f(config: ModelConfig):\n    wanted = config.mixer.quantize\n    return g(wanted, config.float8_cfg)\n\n\n"
        "def g(wanted, cfg: Float8Config):\n    return Mixer(8, cfg)",
        "def f(config: ModelConfig):\n    wanted = config.mixer.quantize\n    return g(wanted, config.float8_cfg)\n\n\n"
        "def g(wanted, cfg: Float8Config):\n    return Mixer(8, cfg if wanted else None)",
        "wanted",
    ),
    "kept on the builder": (
        """
        class Model(nn.Module):
            def __init__(self, config: ModelConfig):
                super().__init__()
                self.config = config
                self.build()

            def build(self):
                self.mixer = Mixer(self.config.mixer.size, float8_cfg=self.config.float8_cfg)
        """,
        """
        class Model(nn.Module):
            def __init__(self, config: ModelConfig):
                super().__init__()
                self.config = config
                self.build()

            def build(self):
                self.mixer = Mixer(self.config.mixer.size, float8_cfg=self.config.float8_cfg if self.config.mixer.quantize else None)
        """,
        "self.config.mixer.quantize",
    ),
    "conditional": (
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(8, cfg if own.size > 64 else None)",
        "def f(own: MixerConfig, cfg: Float8Config):\n"
        "    return Mixer(8, (cfg if own.size > 64 else None) if own.quantize else None)",
        "own.quantize",
    ),
    "the wrong way round": (
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(8, cfg if not own.quantize else None)",
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(8, cfg if own.quantize else None)",
        "own.quantize",
    ),
    "or": (
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(8, cfg or None)",
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(8, (cfg or None) if own.quantize else None)",
        "own.quantize",
    ),
    "several lines": (
        """
        def f(own: MixerConfig, config: ModelConfig):
            return Mixer(
                own.size,
                (
                    config  # the model's
                    .float8_cfg
                ),  # as everywhere
            )
        """,
        """
        def f(own: MixerConfig, config: ModelConfig):
            return Mixer(
                own.size,
                (
                    config  # the model's
                    .float8_cfg
                ) if own.quantize else None,  # as everywhere
            )
        """,
        "own.quantize",
    ),
    "attribute": (
        "def f(own: MixerConfig, cfg: Float8Config):\n    mixer = Mixer(8)\n    mixer.float8_cfg = cfg\n    return mixer",
        "def f(own: MixerConfig, cfg: Float8Config):\n    mixer = Mixer(8)\n"
        "    mixer.float8_cfg = cfg if own.quantize else None\n    return mixer",
        "own.quantize",
    ),
    "local dict": (
        "def f(own: MixerConfig, cfg: Float8Config):\n    given = dict(size=own.size, float8_cfg=cfg)\n    return Mixer(**given)",
        "def f(own: MixerConfig, cfg: Float8Config):\n"
        "    given = dict(size=own.size, float8_cfg=cfg if own.quantize else None)\n    return Mixer(**given)",
        "own.quantize",
    ),
    "shared dict": (
        "def f(own: MixerConfig, cfg: Float8Config):\n    given = dict(size=8, float8_cfg=cfg)\n"
        "    return [Other(**given), Mixer(**given)]",
        "def f(own: MixerConfig, cfg: Float8Config):\n    given = dict(size=8, float8_cfg=cfg)\n"
        '    return [Other(**given), Mixer(**(given if own.quantize else {**given, "float8_cfg": None}))]',
        "own.quantize",
    ),
    "dict of another function": (
        "def given(cfg: Float8Config):\n    return dict(size=8, float8_cfg=cfg)\n\n\n"
        "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(**given(cfg))",
        "def given(cfg: Float8Config):\n    return dict(size=8, float8_cfg=cfg)\n\n\n"
        "def f(own: MixerConfig, cfg: Float8Config):\n"
        '    return Mixer(**{**given(cfg), **({} if own.quantize else {"float8_cfg": None})})',
        "own.quantize",
    ),
}


MAYBE = {
    "read where it is there": "8 if config.maybe is None else config.maybe.size",
    "read behind and": "config.maybe and config.maybe.size",
    "read later": "lambda: config.maybe.size",
    "handed on": "config.maybe",
    "asked for with a default": 'getattr(config.maybe, "size", 8)',
    "surely read": "(config.maybe.size) + 1",
}


@pytest.mark.parametrize("size", MAYBE.values(), ids=MAYBE)
def test_only_what_is_surely_read_is_there(size: str, write: Write) -> None:
    before = f"def f(config: ModelConfig):\n    return Mixer({size}, float8_cfg=config.float8_cfg)"
    asked = "" if size == MAYBE["surely read"] else "config.maybe is not None and "
    after = before.replace("float8_cfg)", f"float8_cfg if {asked}config.maybe.quantize else None)")
    check_repair(write, before, after, POLICY, "Pass the config only if `config.maybe.quantize` is true")


def test_what_the_value_itself_asks_is_not_surely_there(write: Write) -> None:
    before = (
        "def f(config: ModelConfig):\n"
        "    return Mixer(8, config.maybe and config.float8_cfg, name=config.maybe is not None)"
    )
    after = before.replace(
        "config.maybe and config.float8_cfg",
        "(config.maybe and config.float8_cfg) if config.maybe is not None and config.maybe.quantize else None",
    )
    check_repair(write, before, after, POLICY, "Pass the config only if `config.maybe.quantize` is true")


@pytest.mark.parametrize(
    "text",
    [
        "def f(config: ModelConfig):\n    given = dict(float8_cfg=config.float8_cfg)\n"
        "    if config.maybe is not None:\n        return Mixer(config.maybe.size, **GIVEN)",
        "def f(config: ModelConfig):\n    given = dict(float8_cfg=config.float8_cfg)\n"
        "    return Mixer(config.maybe.size, **GIVEN)",
    ],
    ids=["asked later", "read later"],
)
def test_what_is_there_only_later_is_asked_for_later(text: str, write: Write) -> None:
    guarded = '(given if config.maybe.quantize else {**given, "float8_cfg": None})'
    message = "Pass the config only if `config.maybe.quantize` is true"
    check_repair(write, text.replace("GIVEN", "given"), text.replace("GIVEN", guarded), POLICY, message)


def test_a_name_that_comes_later_is_asked_for_later(write: Write) -> None:
    before = (
        "def f(config: ModelConfig, cfg: Float8Config):\n    given = dict(float8_cfg=cfg)\n    own = config.mixer\n"
        "    del config\n    return Mixer(own.size, **given)"
    )
    after = before.replace("**given", '**(given if own.quantize else {**given, "float8_cfg": None})')
    check_repair(write, before, after, POLICY, "Pass the config only if `own.quantize` is true")


BIG = """
@dataclass
class Big:
    layers: list[MixerConfig] = field(default_factory=list)
    named: dict[str, MixerConfig] = field(default_factory=dict)
    mixer: MixerConfig = field(default_factory=MixerConfig)
    float8_cfg: Float8Config | None = None

    def pick(self, number) -> MixerConfig:
        return self.layers[number]

    def build(self, number, other):
        return """

ITEMS = {
    "number": ("self.layers[0].size", "self.layers[0]"),
    "index": ("self.layers[number].size", "self.layers[number]"),
    "key": ('self.named["a"].size', 'self.named["a"]'),
}


@pytest.mark.parametrize(("size", "owner"), ITEMS.values(), ids=ITEMS)
def test_the_flag_of_the_item_that_the_call_reads(size: str, owner: str, write: Write) -> None:
    before = f"{BIG}Mixer({size}, float8_cfg=self.float8_cfg)"
    after = before.replace("=self.float8_cfg", f"=self.float8_cfg if {owner}.quantize else None")
    check_repair(write, before, after, POLICY, f"Pass the config only if `{owner}.quantize` is true")


def test_an_item_that_is_handed_over_may_be_none(write: Write) -> None:
    before = f"{BIG}Mixer(self.layers[number], float8_cfg=self.float8_cfg)"
    asked = "self.layers[number] is not None and self.layers[number].quantize"
    after = before.replace("=self.float8_cfg", f"=self.float8_cfg if {asked} else None")
    check_repair(write, before, after, POLICY, "Pass the config only if `self.layers[number].quantize` is true")


@pytest.mark.parametrize(
    "size",
    [
        "self.pick(number).size",
        "self.pick(number)",
        "next(iter(self.layers)).size",
        "self.layers[number + 1].size",
        "max(each.size for each in self.layers)",
        "other.size",
        'other["a"].size',
        "self.layers[0].size + self.layers[1].size",
    ],
)
def test_the_flag_of_another_object_is_not_meant(size: str, write: Write) -> None:
    (finding,) = diagnose(write(code(f"{BIG}Mixer({size}, float8_cfg=self.float8_cfg)"), POLICY), "QF001")
    assert finding.fix is not None
    assert (finding.fix.safe, finding.fix.message) == (False, "Pass `None`, whatever the policy says")


@pytest.mark.parametrize("size", ["number", "self.mixer.size", "other.width", "len(self.layers)", "nn.size"])
def test_what_can_be_no_other_object_with_the_flag(size: str, write: Write) -> None:
    before = f"{BIG}Mixer({size}, float8_cfg=self.float8_cfg)"
    after = before.replace("=self.float8_cfg", "=self.float8_cfg if self.mixer.quantize else None")
    check_repair(write, before, after, POLICY, "Pass the config only if `self.mixer.quantize` is true")


def test_a_name_that_is_deleted_is_not_read(write: Write) -> None:
    text = "def f(config: ModelConfig, cfg: Float8Config):\n    del config\n    return Mixer(8, cfg)"
    (finding,) = diagnose(write(code(text), POLICY), "QF001")
    assert finding.fix is not None
    assert (finding.fix.safe, finding.fix.message) == (False, "Pass `None`, whatever the policy says")


@pytest.mark.parametrize(("before", "after"), NEVER.values(), ids=NEVER)
def test_none_without_a_policy(before: str, after: str, write: Write) -> None:
    verb = "Set" if "mixer = Mixer(8)" in before else "Pass"
    check_repair(write, before, after, PLAIN, f"{verb} `None`")


@pytest.mark.parametrize(("before", "after"), NEVER_SPLATS.values(), ids=NEVER_SPLATS)
def test_none_inside_a_splat(before: str, after: str, write: Write) -> None:
    check_repair(write, before, after, PLAIN, "Pass `None`")


@pytest.mark.parametrize(("before", "after", "flag"), GUARDED.values(), ids=GUARDED)
def test_the_policy_decides(before: str, after: str, flag: str, write: Write) -> None:
    verb = "Set" if "mixer = Mixer(8)" in before else "Pass"
    check_repair(write, before, after, POLICY, f"{verb} the config only if `{flag}` is true")


def test_a_policy_that_says_the_opposite(write: Write) -> None:
    before = "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(own.size, cfg)"
    after = before.replace(", cfg)", ", cfg if not own.keep else None)")
    check_repair(write, before, after, NEGATED, "Pass the config only if `own.keep` is false")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "def f(float8_cfg):\n    return Mixer(8, float8_cfg)",
            "Mixer(8, None)",
            "Pass `None`, whatever the policy says",
        ),
        (
            "def f(one: MixerConfig, two: MixerConfig, float8_cfg):\n    return Mixer(8, float8_cfg)",
            "Mixer(8, None)",
            "Pass `None`, whatever the policy says",
        ),
        (
            "def f(config: ModelConfig):\n"
            "    cls = Mixer if config.kind else Other\n    return cls(config.mixer.size, config.float8_cfg)",
            "cls(config.mixer.size, config.float8_cfg if config.mixer.quantize else None)",
            "Pass the config only if `config.mixer.quantize` is true, also for other modules",
        ),
    ],
    ids=["no flag in reach", "two flags in reach", "a class that is chosen"],
)
def test_unsafe(before: str, after: str, message: str, write: Write) -> None:
    root = write(code(before), POLICY)
    (finding,) = diagnose(root, "QF001")
    assert finding.fix is not None
    assert not finding.fix.safe
    assert finding.fix.message == message
    apply(root, finding.fix)
    assert (root / "model.py").read_text().endswith(f"    return {after}\n")
    assert diagnose(root, "QF001") == []


EFFECTS = {
    "walrus": "def f(own: MixerConfig, config: ModelConfig):\n    return Mixer(8, kept := config.float8_cfg)",
    "yield": "def f(own: MixerConfig, config: ModelConfig):\n    return Mixer(8, [(yield), config.float8_cfg][1])",
    "call": (
        "class Own(ModelConfig):\n    def take(self) -> Float8Config:\n        return self.float8_cfg\n\n"
        "    def build(self, own: MixerConfig):\n        return Mixer(8, self.take())"
    ),
    "pop": "def f(own: MixerConfig, cfgs: 'list[Float8Config]'):\n    return Mixer(8, float8_cfg=cfgs.pop())",
    "in a dict": "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(8, **{'float8_cfg': (kept := cfg)})",
}


@pytest.mark.parametrize("manifest", [PLAIN.replace(", Block.gate", ""), POLICY], ids=["plain", "policy"])
@pytest.mark.parametrize("text", EFFECTS.values(), ids=EFFECTS)
def test_what_does_more_than_to_give_a_value_is_no_safe_fix(text: str, manifest: str, write: Write) -> None:
    (finding,) = diagnose(write(code(text), manifest), "QF001")
    assert finding.fix is not None
    assert not finding.fix.safe


@pytest.mark.parametrize(
    "value", ['getattr(config, "float8_cfg", None)', "config.float8_cfg or Float8Config()", "given['float8_cfg']"]
)
def test_what_only_reads_is_a_safe_fix(value: str, write: Write) -> None:
    before = f"def f(config: ModelConfig, given):\n    return Mixer(8, {value})"
    check_repair(write, before, before.replace(value, "None"), PLAIN, "Pass `None`")


@pytest.mark.parametrize(
    "text",
    [
        "def f(config: ModelConfig, other):\n    one = Mixer(8)\n"
        "    one.float8_cfg, other.size = config.float8_cfg, 3\n    return one",
        "def f(config: ModelConfig):\n    sizes = (8, config.float8_cfg)\n    return Mixer(*sizes)",
        "def f(config: ModelConfig):\n    one, two = Mixer(8), Other(8)\n"
        "    two.float8_cfg = one.float8_cfg = config.float8_cfg\n    return one, two",
    ],
    ids=["several at once", "star", "two targets"],
)
def test_no_fix(text: str, write: Write) -> None:
    (finding,) = diagnose(write(code(text), PLAIN), "QF001")
    assert finding.fix is None


SHARED = {
    "a base builds it": (
        """
        class Base(nn.Module):
            def __init__(self, float8_cfg=None):
                super().__init__()
                self.gate = linear(8, float8_cfg)


        class Block(Base):
            pass


        def f(cfg: Float8Config):
            return [Base(cfg), Block(cfg)]
        """
    ),
    "a part of others": (
        """
        class Part(nn.Module):
            def __init__(self, float8_cfg=None):
                super().__init__()
                self.proj = linear(8, float8_cfg)


        class Block(nn.Module):
            def __init__(self, float8_cfg=None):
                super().__init__()
                self.gate = nn.Sequential(Part(float8_cfg))


        class Wide(nn.Module):
            def __init__(self, float8_cfg=None):
                super().__init__()
                self.part = Part(float8_cfg)
        """
    ),
    "one of several layers": (
        """
        class Block(nn.Module):
            def __init__(self, float8_cfg=None):
                super().__init__()
                self.gate = nn.ModuleList([linear(8, float8_cfg) for _ in range(2)])
        """
    ),
    "late, on others too": (
        """
        def f(config: ModelConfig):
            for layer in (Mixer(8), Other(8)):
                layer.float8_cfg = config.float8_cfg
        """
    ),
}


CHOSEN = {
    "default": "def f(cfg: Float8Config, cls=Mixer):\n    return cls(8, cfg)",
    "annotated default": "def f(cfg: Float8Config, cls: type[nn.Module] = Mixer):\n    return cls(8, float8_cfg=cfg)",
    "or": "def f(cfg: Float8Config, cls=None):\n    cls = cls or Mixer\n    return cls(8, cfg)",
    "or, another name": "def f(cfg: Float8Config, cls=None):\n    kind = cls or Mixer\n    return kind(8, cfg)",
    "or in the call": "def f(cfg: Float8Config, cls=None):\n    return (cls or Mixer)(8, cfg)",
    "if": "def f(cfg: Float8Config, cls=None):\n    if cls is None:\n        cls = Mixer\n    return cls(8, cfg)",
    "partial": "def f(cfg: Float8Config, make=None):\n    make = make or partial(Mixer, 8)\n    return make(float8_cfg=cfg)",
    "in a partial": "def f(cfg: Float8Config, cls=Mixer):\n    return partial(cls, float8_cfg=cfg)(8)",
    "inner function": "def f(cfg: Float8Config, cls=Mixer):\n    def make():\n        return cls(8, cfg)\n    return make()",
    "field of a record": (
        """
        @dataclass
        class Own(ModelConfig):
            layer_cls: type = Mixer

            def build(self):
                return self.layer_cls(8, float8_cfg=self.float8_cfg)
        """
    ),
    "attribute that is set": (
        """
        class Block(nn.Module):
            layer_cls = Mixer

            def __init__(self, cfg: Float8Config):
                super().__init__()
                self.layer = self.layer_cls(8, cfg)


        def change(block, cls):
            block.layer_cls = cls
        """
    ),
    "layer": (
        """
        def f(cfg: Float8Config, layer: Mixer = None):
            layer = layer or Mixer(8)
            layer.float8_cfg = cfg
            return layer
        """
    ),
}


@pytest.mark.parametrize("text", CHOSEN.values(), ids=CHOSEN)
def test_what_others_may_choose_is_no_safe_fix(text: str, write: Write) -> None:
    (finding,) = diagnose(write(code(text), PLAIN.replace(", Block.gate", "")), "QF001")
    assert finding.fix is not None
    assert not finding.fix.safe


NAMED = {
    "local": "def f(cfg: Float8Config):\n    cls = Mixer\n    return cls(8, cfg)",
    "partial": "def f(cfg: Float8Config):\n    make = partial(Mixer, 8)\n    return make(float8_cfg=cfg)",
    "class method": (
        """
        class Wide(Mixer):
            @classmethod
            def make(cls, config: ModelConfig):
                return cls(8, config.float8_cfg)
        """
    ),
    "class attribute": (
        """
        class Block(nn.Module):
            layer_cls = Mixer

            def __init__(self, cfg: Float8Config):
                super().__init__()
                self.layer = self.layer_cls(8, cfg)
        """
    ),
}


@pytest.mark.parametrize("text", NAMED.values(), ids=NAMED)
def test_what_the_code_names_is_a_safe_fix(text: str, write: Write) -> None:
    (finding,) = diagnose(write(code(text), PLAIN.replace(", Block.gate", "")), "QF001")
    assert finding.fix is not None
    assert finding.fix.safe


@pytest.mark.parametrize("text", SHARED.values(), ids=SHARED)
def test_what_others_need_too_is_no_safe_fix(text: str, write: Write) -> None:
    paths = "Block.gate.0.proj" if "Part(" in text else "Block.gate.0" if "range(" in text else "Block.gate"
    (finding,) = diagnose(write(code(text), PLAIN.replace("Block.gate", paths)), "QF001")
    assert finding.fix is not None
    assert not finding.fix.safe
    assert finding.fix.message.endswith("`None`, also for other modules")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_bytes_stay(newline: str, mark: bytes, write: Write) -> None:
    text = HEADER + (
        "# größe\ndef f(config: ModelConfig):\n\treturn Mixer(\n\t\tconfig.size,\n"
        '\t\tfloat8_cfg=config.float8_cfg,  # é\n\t\tname="""a\nb""",\n\t)\n\x0c\nx = 1'
    )
    root = write("", PLAIN, mark + text.replace("\n", newline).encode())
    assert repair(root) == []
    wanted = text.replace("=config.float8_cfg", "=None").replace("\n", newline)
    assert (root / "model.py").read_bytes() == mark + wanted.encode()


def test_lines_that_end_in_different_ways(write: Write) -> None:
    text = HEADER + (
        "def f(own: MixerConfig, config: ModelConfig):\n    return Mixer(\r\n        own.size,\n"
        "        [\r            config.float8_cfg\r\n            or None,\n        ][0]GUARD,\r    ), Mixer(\n"
        "        own.size, PARENconfig.float8_cfg\r\n            or\n            Float8Config()END,\n    )\n"
    )
    before, after = text, text
    for word, new in (("PAREN", "("), ("END", ") if own.quantize else None"), ("GUARD", " if own.quantize else None")):
        before, after = before.replace(word, ""), after.replace(word, new)
    root = write("", POLICY, before.encode())
    assert repair(root) == []
    assert (root / "model.py").read_bytes() == after.encode()


def test_a_flag_that_the_class_does_not_have(write: Write) -> None:
    text = "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(own.size, cfg)"
    (finding,) = diagnose(write(code(text), POLICY.replace("MixerConfig.quantize", "MixerConfig.quantise")), "QF001")
    assert finding.fix is not None
    assert (finding.fix.safe, finding.fix.message) == (False, "Pass `None`, whatever the policy says")


@pytest.mark.parametrize("annotation", ["MixerConfig | None", "MixerConfig = None", "'Optional[MixerConfig]'"])
def test_a_parameter_that_may_be_none(annotation: str, write: Write) -> None:
    before = f"def f(cfg: Float8Config, own: {annotation}):\n    return Mixer(8, cfg)"
    after = before.replace("8, cfg)", "8, cfg if own is not None and own.quantize else None)")
    check_repair(write, before, after, POLICY, "Pass the config only if `own.quantize` is true")


def test_two_entries_for_one_module(write: Write) -> None:
    text = "def f(own: MixerConfig, cfg: Float8Config):\n    return Mixer(own.size, cfg)"
    stricter = POLICY + "  - id: always\n    modules: [Mixer]\n"
    root = write(code(text), stricter)
    # With the config gone for good, the policy of the other entry decides nothing.
    assert [each.code for each in repair(root)] == ["QF004"]
    assert (root / "model.py").read_text() == code(
        text.replace("cfg)", "None)").replace("(own: MixerConfig, None)", "(own: MixerConfig, cfg)")
    )


def test_nothing_is_looked_for_in_a_clean_tree(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a fix was computed")

    monkeypatch.setattr("lint_rules.blueprint.reach.Reaches.look", fail)
    monkeypatch.setattr("lint_rules.blueprint.sharing.Sharing.through", fail)
    assert diagnose(write(code("def f(cfg: Float8Config):\n    return Other(8, cfg)"), POLICY)) == []
