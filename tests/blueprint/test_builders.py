"""Small builders: what is found in them, and what is said of it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import pytest

Judge = Callable[..., Any]

KDA = """\
from torch import nn

class KimiDeltaAttention(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.q_proj = build_linear(size, float8_cfg=float8_cfg)

"""


def found(judge: Judge, text: str, **options: Any) -> Any:
    return judge(KDA + textwrap.dedent(text).strip("\n") + "\n", **options)


def only(judge: Judge, text: str, **options: Any) -> Any:
    (diagnostic,) = found(judge, text, **options).diagnostics
    return diagnostic


def flow(diagnostic: Any) -> list[tuple[str, int | None]]:
    return [(step.label, step.line) for step in diagnostic.flow]


# --- flow


def test_the_flow_from_a_parameter(judge: Judge) -> None:
    diagnostic = only(
        judge,
        """
        def build(float8_cfg):
            return KimiDeltaAttention(8, float8_cfg=float8_cfg)
        """,
    )
    assert flow(diagnostic) == [("build(float8_cfg)", 8), ("build", None)]
    assert diagnostic.start == (9, 45)


def test_the_flow_from_a_read(judge: Judge) -> None:
    diagnostic = only(
        judge,
        """
        class Model(nn.Module):
            def __init__(self, config):
                self.float8_cfg = config.float8_cfg
                self.attn = self.make(8)

            def make(self, size):
                return KimiDeltaAttention(size, float8_cfg=self.float8_cfg)
        """,
    )
    assert flow(diagnostic) == [("float8_cfg", 10), ("Model", 10), ("Model.make", None)]


def test_the_flow_from_a_field_over_files(judge: Judge) -> None:
    judged = judge(
        {
            "layers.py": KDA
            + "class Block(nn.Module):\n    def __init__(self, cfg):\n        self.attn = KimiDeltaAttention(8, float8_cfg=cfg)\n",
            "config.py": "class Float8Config: ...\nclass Config:\n    depth = 2\n    precision: Float8Config | None = None\n",
            "model.py": """
                from torch import nn
                from config import Config
                from layers import Block

                class Model(nn.Module):
                    def __init__(self, config: Config):
                        self.blocks = self.build_blocks(config)

                    def build_blocks(self, config: Config):
                        common = dict(cfg=config.precision)
                        return nn.ModuleList([Block(**common) for _ in range(config.depth)])
                """,
        }
    )
    (diagnostic,) = judged.diagnostics
    assert judged.places == [("layers.py", 10)]
    steps = [(step.label, step.path and step.path.name, step.line) for step in diagnostic.flow]
    assert steps[0] == ("Config.precision", "config.py", 4)
    assert steps[1][:2] == ("Model.build_blocks", "model.py")
    assert steps[-1] == ("Block", None, None)
    assert len(steps) == 3


def test_the_flow_shows_each_builder_once(judge: Judge) -> None:
    diagnostic = only(
        judge,
        """
        def inner(cfg):
            return KimiDeltaAttention(8, cfg)

        def middle(cfg):
            return inner(cfg)

        def outer(float8_cfg):
            return middle(float8_cfg)
        """,
    )
    assert flow(diagnostic) == [("outer(float8_cfg)", 14), ("outer", 15), ("middle", 12), ("inner", None)]


# --- layers


def test_layers_that_end_up_quantized(judge: Judge) -> None:
    diagnostic = only(
        judge,
        """
        class Inner(nn.Module):
            def __init__(self, float8_cfg):
                self.up = build_linear(float8_cfg=float8_cfg)
                self.norm = nn.LayerNorm(8)
                self.plain = build_linear(float8_cfg=None)

        class Outer(KimiDeltaAttention):
            def __init__(self, float8_cfg):
                self.one = Inner(float8_cfg)
                self.none = Inner(None)
                self.many = nn.ModuleList([Inner(float8_cfg) for _ in range(3)])
                self.named = nn.ModuleDict({"a": Inner(float8_cfg)})
                self.row = nn.Sequential(Inner(float8_cfg), nn.ReLU(), Inner(None))
                setattr(self, "late", Inner(float8_cfg))
                self.add_module("added", Inner(float8_cfg))

        def build(float8_cfg):
            return Outer(float8_cfg)
        """,
    )
    assert diagnostic.layers == ("one.up", "many.*.up", "named.a.up", "row.0.up", "late.up", "added.up")
    assert "forwarded into Outer," in diagnostic.message


# --- messages

OTHER = """\
version: 1
quantization: {names: [float8_cfg]}
exclusions:
  - id: one
    modules: [Block.attn.q_proj]
  - id: named
    names: ["model.layers.*.mlp"]
  - id: head
    modules: [Head]
    policy: not HeadConfig.keep
config_only: [HeadConfig.level]
"""


def test_what_a_message_says(judge: Judge) -> None:
    diagnostic = only(judge, "def build(float8_cfg):\n    return KimiDeltaAttention(8, float8_cfg=float8_cfg)")
    assert diagnostic.message == (
        "`float8_cfg` is forwarded into KimiDeltaAttention, which exclusion `kda` keeps unquantized"
    )
    assert diagnostic.help == "pass the config only where `KDAConfig.quantize` is true, and None elsewhere"
    assert diagnostic.layers == ("q_proj",)
    assert diagnostic.statement_line == 9


def test_a_splat(judge: Judge) -> None:
    diagnostic = only(
        judge,
        """
        def build(config):
            common = {"size": 8, "float8_cfg": config.float8_cfg}
            return KimiDeltaAttention(**common)
        """,
    )
    assert diagnostic.message.startswith("`**common` is forwarded into KimiDeltaAttention, ")


def test_what_is_set_after_the_fact(judge: Judge) -> None:
    first, second = found(
        judge,
        """
        def build(float8_cfg):
            module = KimiDeltaAttention(8)
            module.float8_cfg = float8_cfg
            setattr(module, "float8_cfg", float8_cfg)
            return module
        """,
    ).diagnostics
    assert first.message.startswith(
        "`module.float8_cfg = float8_cfg` sets a quantization config on KimiDeltaAttention, which exclusion"
    )
    assert second.message.startswith('`setattr(module, "float8_cfg", float8_cfg)` sets a quantization config on ')


def test_paths_and_names(judge: Judge) -> None:
    path, name = found(
        judge,
        """
        class Block(nn.Module):
            def __init__(self, float8_cfg):
                self.attn = KimiDeltaAttention(8, float8_cfg)

        class Base(nn.Module):
            def __init__(self, float8_cfg):
                self.mlp = build_linear(8, float8_cfg=float8_cfg)

        class Stack(nn.Module):
            def __init__(self, float8_cfg):
                self.layers = nn.ModuleList([Base(float8_cfg=float8_cfg) for _ in range(4)])

        class Top(nn.Module):
            def __init__(self, float8_cfg):
                self.model = Stack(float8_cfg)
        """,
        manifest=OTHER,
    ).diagnostics
    assert "forwarded into Block.attn.q_proj, which exclusion `one`" in path.message
    assert path.help == "pass None, or declare a policy in the manifest"
    assert path.start.line == 6
    assert "forwarded into model.layers.*.mlp, which exclusion `named`" in name.message
    assert name.start.line == 14


HEAD = """
class Head(nn.Module):
    def __init__(self, level=0, float8_cfg=None, **rest):
        self.out = build_linear(float8_cfg=float8_cfg)

class HeadConfig(pydantic.BaseModel):
    keep: bool = False
    level: int = 1

    def build(self, float8_cfg):
"""


def test_a_policy_that_says_the_opposite(judge: Judge) -> None:
    assert (
        found(judge, HEAD + "        return Head(float8_cfg=None if self.keep else float8_cfg)", manifest=OTHER).lines
        == []
    )
    diagnostic = only(judge, HEAD + "        return Head(float8_cfg=float8_cfg if self.keep else None)", manifest=OTHER)
    assert diagnostic.help == "pass the config only where `HeadConfig.keep` is false, and None elsewhere"


@pytest.mark.parametrize(
    ("call", "message", "help"),
    [
        (
            "Head(level=self.level)",
            "`self.level` hands `HeadConfig.level`, which is config-only, to the constructor of Head",
            "remove the argument; the builder reads the flag",
        ),
        (
            "Head(self.level)",
            "`self.level` hands `HeadConfig.level`, which is config-only, to the constructor of Head",
            "remove the argument; the builder reads the flag",
        ),
        (
            "Head(**{'keep': self.keep})",
            "`**{'keep': self.keep}` still holds `HeadConfig.keep`, which is config-only, "
            "and goes into the constructor of Head",
            'leave "keep" out of the dump',
        ),
        (
            "Head(**self.model_dump())",
            "`**self.model_dump()` still holds `HeadConfig.keep` and `HeadConfig.level`, which are config-only, "
            "and goes into the constructor of Head",
            'leave "keep", "level" out of the dump',
        ),
        (
            "Head(**self.model_dump(exclude={'level'}))",
            "`**self.model_dump(exclude={'level'})` still holds `HeadConfig.keep`, which is config-only, "
            "and goes into the constructor of Head",
            'leave "keep" out of the dump',
        ),
    ],
)
def test_what_is_said_of_flags(judge: Judge, call: str, message: str, help: str) -> None:
    text = "import pydantic\n" + HEAD + f"        return {call}\n"
    (diagnostic,) = [each for each in found(judge, text, manifest=OTHER).diagnostics if each.code == "QF002"]
    # The order of two flags is that of the fields, or that of the manifest: both are fine.
    swapped = message.replace("`HeadConfig.keep` and `HeadConfig.level`", "`HeadConfig.level` and `HeadConfig.keep`")
    assert diagnostic.message in (message, swapped)
    assert diagnostic.help in (help, help.replace('"keep", "level"', '"level", "keep"'))


def test_long_arguments_are_cut(judge: Judge) -> None:
    long = "config." + "section." * 20 + "float8_cfg"
    message = only(judge, f"def build(config):\n    return KimiDeltaAttention(8, float8_cfg={long})").message
    assert len(message) < 200
    spaced = f"float8_cfg if {' and '.join(f'condition_{n}' for n in range(9))} else None"
    message = only(judge, f"def build(float8_cfg):\n    return KimiDeltaAttention(8, float8_cfg={spaced})").message
    assert "…`" in message


def test_a_cut_argument_shows_that_it_is_cut(judge: Judge) -> None:
    long = "config." + "section." * 20 + "float8_cfg"
    message = only(judge, f"def build(config):\n    return KimiDeltaAttention(8, float8_cfg={long})").message
    assert "…`" in message


# --- conditions in messages


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("size > 64", "(where `size > 64`)"),
        ("not size > 64", "(where `not (size > 64)`)"),
        ("size > 64 and kind == 'a'", "(where `kind == 'a'` and `size > 64`)"),
        ("isinstance(size, int)", "(where `isinstance(size, int)`)"),
        ("check(size)", "(where `check(size)`)"),
        ("kind", "(where `kind`)"),
        ("settings.fast", "(where `settings.fast`)"),
        ("settings.other is None", "(where `settings.other is None`)"),
        ("(size + 1) % 4", "(where `(size + 1) % 4`)"),
    ],
)
def test_a_condition_that_is_no_policy_is_said(judge: Judge, test: str, said: str) -> None:
    diagnostic = only(
        judge,
        f"""
        def build(float8_cfg, size, kind, settings):
            if {test}:
                return KimiDeltaAttention(8, float8_cfg=float8_cfg)
            return KimiDeltaAttention(8)
        """,
    )
    assert diagnostic.message.endswith(said)


def test_a_flag_of_another_policy_is_said(judge: Judge) -> None:
    diagnostic = only(
        judge,
        """
        class KDAConfig:
            quantize: bool = False

            def build(self, float8_cfg):
                return KimiDeltaAttention(8, float8_cfg=None if self.quantize else float8_cfg)
        """,
    )
    assert diagnostic.message.endswith("(where `not KDAConfig.quantize`)")


# --- conditions


def kda(body: str, parameters: str = "float8_cfg, a, b, name, size") -> str:
    return f"def build({parameters}):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")


CALL = "return KimiDeltaAttention(8, float8_cfg=float8_cfg)"
SAME_TEXT = "tests of which the text is cut or left out count as the same test"
REBOUND = "a test counts as the same after its names were bound anew"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("a > 1", "b > 1"),
        ("a > 1", "a > 2"),
        ("a.x", "a.y"),
        ("a", "b"),
        ("not a", "a"),
        ("a > 1", "not a > 1"),
        ("a is None", "a is not None"),
        ("isinstance(a, int)", "isinstance(a, str)"),
        ("check(a)", "check(b)"),
        pytest.param("any(x in name for x in a)", "any(x in name for x in b)", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
        pytest.param("name == f'{a}.q'", "name == f'{a}.k'", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
        pytest.param("name[1:]", "name[:1]", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
        ("(a + b) * size > 1", "a + b * size > 1"),
        pytest.param("~a", "-a", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
        pytest.param("size in {1: a}", "size in {2: a}", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
        pytest.param("check(lambda: a)", "check(lambda: b)", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
        pytest.param("a == b'x'", "a == b'y'", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
        pytest.param(f"check({'x' * 220}, 1)", f"check({'x' * 220}, 2)", marks=pytest.mark.xfail(strict=True, reason=SAME_TEXT)),
    ],
)  # fmt: skip
def test_different_tests_are_kept_apart(judge: Judge, first: str, second: str) -> None:
    text = kda(f"if {first}:\n    float8_cfg = None\nif {second}:\n    {CALL}")
    assert found(judge, text).lines == [(12, "QF001")]


@pytest.mark.parametrize(
    "test", ["a", "a.x", "a > 1", "a is None", "check(a)", "isinstance(a, int)", "a > 1 and b > 1"]
)
def test_the_same_test_twice(judge: Judge, test: str) -> None:
    text = kda(f"if {test}:\n    float8_cfg = None\nif {test}:\n    {CALL}")
    assert found(judge, text).lines == []


@pytest.mark.parametrize(
    ("test", "change"),
    [
        ("a", "a = other(a)"),
        ("a.x == 3", "a.x = 3"),
        pytest.param("a > 1", "a = other(a)", marks=pytest.mark.xfail(strict=True, reason=REBOUND)),
        pytest.param("a > 1", "a += 1", marks=pytest.mark.xfail(strict=True, reason=REBOUND)),
        pytest.param("a > 1", "(a, b) = other(a)", marks=pytest.mark.xfail(strict=True, reason=REBOUND)),
        pytest.param("a > 1", "for a in b: pass", marks=pytest.mark.xfail(strict=True, reason=REBOUND)),
        pytest.param("a > 1", "with b as a: pass", marks=pytest.mark.xfail(strict=True, reason=REBOUND)),
    ],
)
def test_a_test_says_nothing_of_what_its_names_are_later(judge: Judge, test: str, change: str) -> None:
    text = kda(f"if {test}:\n    float8_cfg = None\n{change}\nif {test}:\n    {CALL}")
    assert found(judge, text).lines == [(13, "QF001")]


@pytest.mark.parametrize(
    "count",
    [
        2,
        3,
        4,
        9,
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        "if {any}:\n    float8_cfg = None\n{call}",
        "if {all}:\n    pass\nelse:\n    float8_cfg = None\n{call}",
        "return KimiDeltaAttention(8, float8_cfg=None if {any} else float8_cfg)",
        "cfg = None if {any} else float8_cfg\nreturn KimiDeltaAttention(8, float8_cfg=cfg)",
    ],
)
def test_many_alternatives(judge: Judge, body: str, count: int) -> None:
    tests = [f"size > {number}" for number in range(count)]
    text = body.format(any=" or ".join(tests), all=" and ".join(tests), call=CALL)
    assert len(found(judge, kda(text)).lines) == 1


@pytest.mark.parametrize("count", [2, 4, 9])
def test_many_alternatives_that_lead_to_the_config(judge: Judge, count: int) -> None:
    tests = " or ".join(f"size > {number}" for number in range(count))
    assert len(found(judge, kda(f"if not ({tests}):\n    float8_cfg = None\n{CALL}")).lines) == 1
    assert len(found(judge, kda(f"if {tests}:\n    {CALL}\nreturn None")).lines) == 1
    assert len(found(judge, kda(f"if {tests}:\n    return None\n{CALL}")).lines) == 1


POLICY = """
class KDAConfig:
    quantize: bool = False

    def build(self, float8_cfg, a, b, c, d):
"""


@pytest.mark.parametrize(
    ("body", "right"),
    [
        ("return KimiDeltaAttention(8, float8_cfg if self.quantize else None)", True),
        ("return KimiDeltaAttention(8, float8_cfg if self.quantize and a > 1 and b > 1 and c > 1 else None)", True),
        ("return KimiDeltaAttention(8, float8_cfg if self.quantize or a > 1 else None)", False),
        ("return KimiDeltaAttention(8, self.quantize and float8_cfg or None)", True),
        ("return KimiDeltaAttention(8, None if not self.quantize else float8_cfg)", True),
        ("if not self.quantize or a > 1 or b > 1 or c > 1:\n    float8_cfg = None\nreturn KimiDeltaAttention(8, float8_cfg)", True),
        ("if not self.quantize and a > 1:\n    float8_cfg = None\nreturn KimiDeltaAttention(8, float8_cfg)", False),
        ("quantize = self.quantize\nif not quantize:\n    return KimiDeltaAttention(8)\nreturn KimiDeltaAttention(8, float8_cfg)", True),
        ("while a:\n    if not self.quantize:\n        break\n    return KimiDeltaAttention(8, float8_cfg)", True),
        ("assert self.quantize\nreturn KimiDeltaAttention(8, float8_cfg)", True),
        ("try:\n    cfg = float8_cfg if self.quantize else None\nfinally:\n    pass\nreturn KimiDeltaAttention(8, cfg)", True),
        ("match self.quantize:\n    case True:\n        return KimiDeltaAttention(8, float8_cfg)\n    case _:\n        return KimiDeltaAttention(8)", True),
        ("match self.quantize:\n    case False:\n        return KimiDeltaAttention(8, float8_cfg)\n    case _:\n        return KimiDeltaAttention(8)", False),
        ("if (on := self.quantize):\n    return KimiDeltaAttention(8, float8_cfg)\nreturn KimiDeltaAttention(8)", True),
        ("return KimiDeltaAttention(8, {True: float8_cfg, False: None}[self.quantize])", True),
    ],
)  # fmt: skip
def test_a_policy(judge: Judge, body: str, right: bool) -> None:
    text = POLICY + textwrap.indent(body, " " * 8)
    assert (not found(judge, text).lines) is right


# --- match


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1", "2"),
        ("None", "_"),
        ("[1, 2]", "[1, 3]"),
        ("{'k': 1}", "{'k': 2}"),
        ("Other(x=1)", "Other(x=2)"),
        ("int()", "str()"),
        ("Other(1)", "Other()"),
    ],
)
def test_cases_of_a_match(judge: Judge, first: str, second: str) -> None:
    text = kda(f"match a:\n    case {first}:\n        float8_cfg = None\n    case {second}:\n        {CALL}")
    assert found(judge, text).lines == [(13, "QF001")]


def test_a_name_that_a_pattern_binds(judge: Judge) -> None:
    text = kda(
        "match float8_cfg:\n    case None:\n        return KimiDeltaAttention(8, float8_cfg)\n    case cfg:\n        return KimiDeltaAttention(8, cfg)"
    )
    assert found(judge, text).lines == [(13, "QF001")]


def test_a_guard_on_the_name_that_a_pattern_binds(judge: Judge) -> None:
    text = kda("match float8_cfg:\n    case cfg if cfg is None:\n        return KimiDeltaAttention(8, float8_cfg=cfg)")
    assert found(judge, text).lines == []


# --- tables


def table(count: int) -> str:
    classes = "".join(
        f"class K{n}(nn.Module):\n    def __init__(self, size, float8_cfg=None): ...\n" for n in range(count)
    )
    items = "".join(f"'k{n}': K{n}, " for n in range(count))
    return f"{classes}TABLE = {{{items}'kda': KimiDeltaAttention}}\n"


@pytest.mark.parametrize(
    "count",
    [
        0,
        5,
        22,
        30,
    ],
)
def test_a_class_out_of_a_table(judge: Judge, count: int) -> None:
    text = table(count) + kda("return TABLE[name](8, float8_cfg=float8_cfg)")
    assert len(found(judge, text).lines) == 1


def test_a_class_out_of_a_table_by_its_key(judge: Judge) -> None:
    text = table(40)
    assert len(found(judge, text + kda("return TABLE['kda'](8, float8_cfg=float8_cfg)")).lines) == 1
    assert found(judge, text + kda("return TABLE['k7'](8, float8_cfg=float8_cfg)")).lines == []


@pytest.mark.parametrize("exhaustive", [False, True])
def test_a_model_that_names_speak_of_and_whose_text_holds_no_name_that_matters(exhaustive: bool, judge: Judge) -> None:
    manifest = (
        "version: 1\nquantization:\n  names: [float8_cfg]\nexclusions:\n  - id: a\n    names: ['blocks.*.score']\n"
    )
    judged = judge(
        """
        from torch import nn

        class Block(nn.Module):
            def __init__(self, config):
                super().__init__()
                self.score = build_linear(8, float8_cfg=config.float8_cfg)

        class Model(nn.Module):
            def __init__(self, config):
                super().__init__()
                self.blocks = nn.ModuleList(Block(config) for _ in range(4))
        """,
        manifest=manifest,
        exhaustive=exhaustive,
    )
    assert judged.lines == [(6, "QF001")]
