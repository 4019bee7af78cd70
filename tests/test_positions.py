"""Where a finding begins and ends, to the character."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Judge = Callable[..., Any]

KDA = """\
from functools import partial
from torch import nn
class KimiDeltaAttention(nn.Module):
    def __init__(self, size, float8_cfg=None): ...
"""
MANIFEST = """\
version: 1
quantization: {types: [Float8Config], names: [float8_cfg]}
exclusions:
  - id: kda
    modules: [KimiDeltaAttention]
config_only: [KDAConfig.quantize]
"""

Place = tuple[int, int]


def marked(text: str) -> tuple[str, list[tuple[Place, Place]]]:
    """A text without its marks «», and where these stood: rows from 1 at line feeds, columns in characters."""
    plain, row, column = "", 1, 1
    starts: list[Place] = []
    ends: list[Place] = []
    for character in text:
        if character in "«»":
            (starts if character == "«" else ends).append((row, column))
            continue
        plain += character
        row, column = (row + 1, 1) if character == "\n" else (row, column + 1)
    return plain, list(zip(starts, ends, strict=True))


def check(judge: Judge, text: str, head: str = KDA, code: str = "QF001") -> list[Any]:
    """Check a text, and that its findings have the marked spans."""
    plain, spans = marked(head + text)
    wanted = spans
    for exhaustive in (False, True):
        found = judge(plain.encode(), manifest=MANIFEST, exhaustive=exhaustive).diagnostics
        assert [(tuple(each.start), tuple(each.end)) for each in found] == wanted, exhaustive
        assert {each.code for each in found} <= {code}
    return list(found)


BUILD = "def build(float8_cfg, config, a):\n"


@pytest.mark.parametrize(
    "call",
    [
        "KimiDeltaAttention(8, float8_cfg=«float8_cfg»)",
        "KimiDeltaAttention(8, float8_cfg = «float8_cfg» )",
        "KimiDeltaAttention(8, «float8_cfg»)",
        "KimiDeltaAttention(8,«float8_cfg»)",
        "KimiDeltaAttention(float8_cfg=«float8_cfg», size=8)",
        "KimiDeltaAttention(8, float8_cfg=«config.float8_cfg»)",
        "KimiDeltaAttention(8, float8_cfg=«config . float8_cfg»)",
        "KimiDeltaAttention(8, float8_cfg=«float8_cfg if a else None»)",
        "KimiDeltaAttention(8, float8_cfg=«a and float8_cfg»)",
        "KimiDeltaAttention(8, float8_cfg=«getattr(config, 'float8_cfg', None)»)",
        "KimiDeltaAttention(8, «**{'float8_cfg': float8_cfg}»)",
        "KimiDeltaAttention(8, «**dict(float8_cfg=float8_cfg)»)",
        "KimiDeltaAttention(8, «**  {'float8_cfg': float8_cfg}» )",
        "KimiDeltaAttention(«*[8, float8_cfg]»)",
        "KimiDeltaAttention(8, «* [float8_cfg]»)",
        "KimiDeltaAttention(size=8, «**{'float8_cfg': float8_cfg}», **{})",
        "partial(KimiDeltaAttention, float8_cfg=«float8_cfg»)(8)",
        "partial(KimiDeltaAttention, 8, «float8_cfg»)()",
        "partial(KimiDeltaAttention, «**{'float8_cfg': float8_cfg}»)(8)",
        "[KimiDeltaAttention(8, «float8_cfg») for _ in range(3)]",
        "{'a': KimiDeltaAttention(8, «float8_cfg»)}",
        "nn.Sequential(KimiDeltaAttention(8, «float8_cfg»), KimiDeltaAttention(9, «float8_cfg»))",
        "a or KimiDeltaAttention(8, float8_cfg=«float8_cfg»)",
        "(lambda: KimiDeltaAttention(8, «float8_cfg»))()",
        "(yield KimiDeltaAttention(8, «float8_cfg»))",
        "wrap(KimiDeltaAttention(8, «float8_cfg»))",
        "(KimiDeltaAttention)(8, «float8_cfg»)",
    ],
)
def test_on_one_line(judge: Judge, call: str) -> None:
    check(judge, f"{BUILD}    return {call}\n")


@pytest.mark.parametrize("name", ["", "float8_cfg="])
@pytest.mark.parametrize(
    "value",
    [
        "(float8_cfg)",
        "( float8_cfg )",
        "((float8_cfg))",
        "(\n    float8_cfg\n)",
        "(float8_cfg if a\n    else None)",
        "(  # why\n    float8_cfg)",
    ],
)
def test_parentheses_around_a_value(judge: Judge, name: str, value: str) -> None:
    """Whether these belong to the span is of no matter; that it holds the value and is one piece is."""
    text = f"{BUILD}    return KimiDeltaAttention(8, {name}{value})\n"
    judged = judge((KDA + text).encode(), manifest=MANIFEST)
    (found,) = judged.diagnostics
    span = judged.text(found)
    assert "float8_cfg" in span
    assert span.count("(") == span.count(")")


@pytest.mark.parametrize(
    "body",
    [
        "    return KimiDeltaAttention(\n        8,\n        float8_cfg=«float8_cfg»,\n    )\n",
        "    return KimiDeltaAttention(\n        8,\n        «float8_cfg»\n    )\n",
        "    return KimiDeltaAttention(\n        8, float8_cfg=«config\n        .float8_cfg»)\n",
        "    return KimiDeltaAttention(8, float8_cfg=«a and (\n        float8_cfg)»)\n",
        "    return KimiDeltaAttention(8, «**{\n        'float8_cfg': float8_cfg,\n    }»)\n",
        "    return KimiDeltaAttention(8,\n        «**\n        {'float8_cfg': float8_cfg}»)\n",
        "    return KimiDeltaAttention(8,\n        «**  # a ** b\n        {'float8_cfg': float8_cfg}»)\n",
        "    return KimiDeltaAttention(8,  # one\n        # two\n        float8_cfg=«float8_cfg»,  # three\n    )\n",
        "    return KimiDeltaAttention \\\n        (8, \\\n        float8_cfg=«float8_cfg»)\n",
        # The value of a keyword on another line: the argument begins at its name.
        "    return KimiDeltaAttention(8,\n        «float8_cfg=\n            float8_cfg»)\n",
        "    return KimiDeltaAttention(8,\n        «float8_cfg\n            =\n            float8_cfg»)\n",
        "    return KimiDeltaAttention(8, «float8_cfg=  # why\n            float8_cfg»)\n",
        "    return (\n        KimiDeltaAttention\n        (8, «float8_cfg»)\n    )\n",
        "    s = '''\n\n'''; return KimiDeltaAttention(8, «float8_cfg»)\n",
        "    x = 1; return KimiDeltaAttention(8, «float8_cfg»)\n",
        "    if a: return KimiDeltaAttention(8, «float8_cfg»)\n",
        "    return KimiDeltaAttention(8, «float8_cfg»)",
    ],
)
def test_on_several_lines(judge: Judge, body: str) -> None:
    check(judge, BUILD + body)


@pytest.mark.parametrize(
    "before",
    [
        "'日本'",
        "'🤖🤖'",
        "'é'",
        "'e\u0301'",
        "'\u2028'",
        "'\x85\x0b\x0c'",
        "b'x'",
        "f'{a}日'",
        "'''é\n日'''",
        "日本",
        "ⅷ",
    ],
)
@pytest.mark.parametrize(
    "argument",
    ["float8_cfg=«float8_cfg»", "«float8_cfg»", "«**{'float8_cfg': float8_cfg}»", "float8_cfg=«config.float8_cfg»"],
)
def test_characters_of_several_bytes_before_it(judge: Judge, before: str, argument: str) -> None:
    check(judge, f"{BUILD}    return {before} and KimiDeltaAttention(8, {argument})\n")
    check(judge, f"{BUILD}    return KimiDeltaAttention({before}, {argument})\n")


def test_characters_of_several_bytes_inside_it(judge: Judge) -> None:
    check(judge, f"{BUILD}    return KimiDeltaAttention(8, float8_cfg=«float8_cfg if a == '日本🤖' else None»)\n")
    check(judge, "def build(日本, a):\n    return KimiDeltaAttention(8, float8_cfg=«日本.float8_cfg»)\n")


@pytest.mark.parametrize("indent", ["\t", "\t\t", " \t", "  ", "            "])
def test_indentation(judge: Judge, indent: str) -> None:
    check(judge, f"{BUILD}{indent}x = 1\n{indent}return KimiDeltaAttention(8,\tfloat8_cfg=\t«float8_cfg»)\n")
    check(judge, f"{BUILD}{indent}if a:\n{indent}\treturn KimiDeltaAttention(8,\n\t\t\tfloat8_cfg=«float8_cfg»)\n")


CALL = "KimiDeltaAttention(8, float8_cfg=«float8_cfg»)"


@pytest.mark.parametrize(
    "text",
    [
        f"@wrap\n@wrap.more(1,\n    2)\ndef build(float8_cfg):\n    return {CALL}\n",
        f"@wrap('日本')\n@staticmethod\ndef build(float8_cfg):\n\n    return {CALL}\n",
        f"class A:\n    @staticmethod\n    def build(float8_cfg):\n        return {CALL}\n",
        f"class A:\n    class B:\n        class C:\n            def build(self, float8_cfg):\n                return {CALL}\n",
        f"class A:\n\tclass B:\n\t\t@classmethod\n\t\tdef build(cls, float8_cfg):\n\t\t\treturn {CALL}\n",
        f"async def build(float8_cfg):\n    return await make({CALL})\n",
        f"def outer(float8_cfg):\n    def inner():\n        return {CALL}\n    return inner()\n",
        pytest.param(f"def outer(float8_cfg):\n    class Local:\n        def build(self):\n            return {CALL}\n    return Local().build()\n", marks=pytest.mark.xfail(strict=True, reason="a class inside a function does not see the function's names")),
        f"def build(float8_cfg): return {CALL}\n",
        f"if True:\n    def build(float8_cfg):\n        return {CALL}\n",
        f"try:\n    import x\nexcept ImportError:\n    def build(float8_cfg):\n        return {CALL}\n",
        f"def build(float8_cfg):\n    '''\n    A docstring of some\n    lines, é日\n    '''\n    return {CALL}\n",
        f"def build(float8_cfg):\n# a comment further left\n    return {CALL}\n",
        f"def build(float8_cfg):\n    x = '''\nno indentation\n'''\n    return {CALL}\n",
        f"def build(float8_cfg):\n    with a as b:\n        for c in d:\n            while e:\n                return {CALL}\n",
        f"def build(float8_cfg):\n    try:\n        pass\n    finally:\n        x = {CALL}\n",
        f"def build(float8_cfg):\n    match float8_cfg:\n        case _:\n            return {CALL}\n",
        f"class A(nn.Module):\n    def __init__(self, float8_cfg):\n        self.x = {CALL}\n        self.y: nn.Module = {CALL}\n",
        pytest.param("build = lambda float8_cfg: KimiDeltaAttention(8, float8_cfg=«float8_cfg»)\n", marks=pytest.mark.xfail(strict=True, reason="a lambda that nobody in the project calls is no entry")),
        "def build(config, make=lambda c: KimiDeltaAttention(8, float8_cfg=«c.float8_cfg»)):\n    return make(config)\ndef main(config):\n    return build(config)\n",
        "def build(config):\n    make = lambda cfg=config.float8_cfg: KimiDeltaAttention(8, float8_cfg=«cfg»)\n    return make()\n",
        "build = lambda cfg: KimiDeltaAttention(8, float8_cfg=«cfg»)\ndef main(config):\n    return build(config.float8_cfg)\n",
        "class A:\n    make = lambda self, c: KimiDeltaAttention(8, float8_cfg=«c.float8_cfg»)\n    def build(self, config):\n        return self.make(config)\n",
        pytest.param("def build(config, make=lambda c: KimiDeltaAttention(8, float8_cfg=«c.float8_cfg»)):\n    return make(config)\n", marks=pytest.mark.xfail(strict=True, reason="the default of a parameter of an entry is followed if it is a class, not if it is a lambda")),
        pytest.param("class A:\n    make = staticmethod(lambda c: KimiDeltaAttention(8, float8_cfg=«c.float8_cfg»))\n    def build(self, config):\n        return self.make(config)\n", marks=pytest.mark.xfail(strict=True, reason="a lambda in `staticmethod(...)` is not called")),
    ],
)  # fmt: skip
def test_in_definitions(judge: Judge, text: str) -> None:
    check(judge, text)


@pytest.mark.parametrize(
    "text",
    [
        "config = load()\nlayer = KimiDeltaAttention(8, float8_cfg=«config.float8_cfg»)\n",
        "config = load()\nKimiDeltaAttention(8, «config.float8_cfg»)\n",
        "from quant import Float8Config\nfloat8_cfg = Float8Config()\nlayer = KimiDeltaAttention(8, «float8_cfg»)\n",
        "from quant import Float8Config\nfloat8_cfg = Float8Config()\n"
        "layers = [KimiDeltaAttention(8, «float8_cfg») for _ in range(3)]\n",
        "config = load()\nif config:\n    layer = KimiDeltaAttention('日本',\n        float8_cfg=«config.float8_cfg»)\n",
        "config = load(); layer = KimiDeltaAttention(8, float8_cfg=«config.float8_cfg»)\n",
        "config = load()\nMAKE = {'kda': partial(KimiDeltaAttention, float8_cfg=«config.float8_cfg»)}\n",
    ],
)
def test_at_module_level(judge: Judge, text: str) -> None:
    check(judge, text)


@pytest.mark.parametrize(
    "text",
    [
        "    x = KimiDeltaAttention(8)\n    «x.float8_cfg = float8_cfg»\n    return x\n",
        "    x = KimiDeltaAttention(8)\n    «setattr(x, 'float8_cfg', float8_cfg)»\n    return x\n",
        "    x = KimiDeltaAttention('日本'); «x.float8_cfg = float8_cfg»; return x\n",
        "    x = KimiDeltaAttention(8)\n    if a: «x.float8_cfg = float8_cfg»  # why\n    return x\n",
        "    x = KimiDeltaAttention(8)\n    «x.float8_cfg = (\n        float8_cfg\n    )»\n    return x\n",
        "    x = KimiDeltaAttention(8)\n    «x.float8_cfg = y = float8_cfg»\n    return x\n",
    ],
)
def test_what_is_set_after_the_fact(judge: Judge, text: str) -> None:
    check(judge, BUILD + text)


@pytest.mark.parametrize(
    "start",
    [b"\xef\xbb\xbf", b"\xef\xbb\xbf# \xe6\x97\xa5\n", b"# \xe6\x97\xa5\r\n", b"\x0c\n", b"#!/usr/bin/python\n\n"],
)
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_beginnings_and_line_ends(judge: Judge, start: bytes, ending: bytes) -> None:
    plain, ((begin, end),) = marked(
        f"{KDA}{BUILD}    return KimiDeltaAttention(\n        8, float8_cfg=«float8_cfg»)\n"
    )
    more = start.count(b"\n")
    for exhaustive in (False, True):
        judged = judge(start + plain.encode().replace(b"\n", ending), manifest=MANIFEST, exhaustive=exhaustive)
        (found,) = judged.diagnostics
        assert (tuple(found.start), tuple(found.end)) == ((begin[0] + more, begin[1]), (end[0] + more, end[1]))
        assert found.statement_line == begin[0] + more - 1


def test_lone_carriage_returns_end_no_line(judge: Judge) -> None:
    """Rows are counted in line feeds, whatever Python counts."""
    plain = (KDA + BUILD).encode() + b"    x = 1\r    y = 2\r    return KimiDeltaAttention(8, float8_cfg=float8_cfg)\n"
    (found,) = judge(plain, manifest=MANIFEST).diagnostics
    assert tuple(found.start) == (6, 1 + len("    x = 1\r    y = 2\r    return KimiDeltaAttention(8, float8_cfg="))
    assert tuple(found.end) == (6, found.start.column + 10)


def test_latin_1(judge: Judge) -> None:
    text = f"# coding: latin-1\n{KDA}{BUILD}    return KimiDeltaAttention('\xfc\xe9', float8_cfg=«float8_cfg»)\n"
    for mark in "«»":
        assert mark in text
    plain, ((begin, end),) = marked(text)
    (found,) = judge(plain.encode("latin-1"), manifest=MANIFEST).diagnostics
    assert (tuple(found.start), tuple(found.end)) == (begin, end)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("    return KimiDeltaAttention(\n        8,\n        float8_cfg,\n    )\n", 6),
        ("    x = [\n        KimiDeltaAttention(\n            8, float8_cfg)]\n", 6),
        ("    if KimiDeltaAttention(\n            8, float8_cfg):\n        pass\n", 6),
        ("    x = 1\n    with KimiDeltaAttention(8,\n            float8_cfg) as y:\n        pass\n", 7),
        ("    x = 1; y = KimiDeltaAttention(8,\n        float8_cfg)\n", 6),
        ("    if a:\n        x = KimiDeltaAttention(8,\n            float8_cfg)\n", 7),
        (
            "    @wrap\n    def inner():\n        return KimiDeltaAttention(8,\n            float8_cfg)\n    return inner()\n",
            8,
        ),
    ],
)
def test_the_statement_around_it(judge: Judge, text: str, line: int) -> None:
    (found,) = judge((KDA + BUILD + text).encode(), manifest=MANIFEST).diagnostics
    assert found.statement_line == line


CONFIG = """\
class KDAConfig(pydantic.BaseModel):
    size: int
    quantize: bool = False
    def build(self, a):
        return """


@pytest.mark.parametrize(
    "call",
    [
        "Mixer(8, quantize=«self.quantize»)",
        "Mixer(8, «self.quantize»)",
        "Mixer('日本', «**self.model_dump()»)",
        "Mixer(\n            8,\n            «**self.model_dump(\n                exclude={'size'}\n            )»,\n        )",
        "Mixer(8,\n            «quantize=\n            self.quantize»)",
        "partial(Mixer, quantize=«self.quantize»)(8)",
        "Mixer(«**vars(self)»)",
    ],
)
def test_flags(judge: Judge, call: str) -> None:
    head = "import pydantic\nfrom functools import partial\nfrom torch import nn\nclass Mixer(nn.Module):\n    def __init__(self, size, quantize=None, **rest): ...\n"
    check(judge, CONFIG + call + "\n", head=head, code="QF002")
