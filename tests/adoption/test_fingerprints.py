"""What a fingerprint depends on, and on what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.diagnostic import Diagnostic, Position, Step
from lint_rules.fingerprint import fingerprints, place_below

ROOT = Path("/project")


def of(text: str, what: str = "cfg", path: str = "a.py", code: str = "QF001", builder: str = "A.build") -> str:
    """The fingerprint of the last ``what`` in a text."""
    at = text.rindex(what)
    start, end = (
        Position(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)) for index in (at, at + len(what))
    )
    flow = (Step(builder),) if builder else ()
    (out,) = fingerprints([Diagnostic(code, "m", ROOT / path, start, end, flow)], ROOT, lambda _: text.split("\n"))
    return out


BASE = "x = Head(size, cfg=cfg)"


@pytest.mark.parametrize(
    "text",
    [
        "\n\nx = Head(size, cfg=cfg)  # why",
        "x = Head(size, cfg)",
        "x = Head(size, cfg if (cfg) else 1)",
        "return Head(\n    2 * size,\n    cfg=cfg,\n)",
        "x = Head( other[1], (2, 3), f(4), cfg =cfg )",
        "x = Head(  # the (first\n    {'a': 1},  # ) one\n    [cfg for _ in y],\n)",
        "x = Head(size, cfg=(\n    cfg\n))",
    ],
)
def test_the_same(text: str) -> None:
    assert of(text) == of(BASE)


@pytest.mark.parametrize("other", [of(BASE, path="b.py"), of(BASE, code="QF002"), of(BASE, builder="B.build")])
def test_another_place_code_or_builder(other: str) -> None:
    assert other != of(BASE)


@pytest.mark.parametrize("text", ["x = Tail(size, cfg=cfg)", "x = a.Head(size, cfg=cfg)", "cfg", "x = [cfg]"])
def test_another_callee(text: str) -> None:
    assert of(text) != of(BASE)


def test_quotes_and_layout_of_the_text_itself_do_not_count() -> None:
    assert of("f(a['b'] if x else None)", "a['b'] if x else None") == of(
        'f(\n  a["b"]  # one\n  if x\n  else (None)\n)', 'a["b"]  # one\n  if x\n  else (None)'
    )
    assert of("f(ab)", "ab") != of("f(a + b)", "a + b") != of("f(a, b)", "a, b")


def test_a_comment_counts_where_it_is_what_is_reported() -> None:
    assert of("x  # quantfence: ignore", "# quantfence: ignore") != of(
        "x  # quantfence: ignore[QF001]", "# quantfence: ignore[QF001]"
    )


def test_the_name_counts_where_it_is_no_keyword() -> None:
    assert of("one = True", "one = True") != of("two = True", "two = True")


def test_equal_ones_are_numbered_within_their_file() -> None:
    start, end = Position(1, 1), Position(1, 2)
    found = [Diagnostic("QF001", "m", ROOT / name, start, end) for name in ("a.py", "a.py", "b.py")]
    one, two, three = fingerprints(found, ROOT, lambda _: ["x"])
    assert len({one, two, three}) == 3
    assert fingerprints(found[2:], ROOT, lambda _: ["x"]) == [three]
    assert all(len(each) == 32 and set(each) <= set("0123456789abcdef") for each in (one, two, three))


def test_lines_that_are_no_more_do_no_harm() -> None:
    found = Diagnostic("QF900", "m", ROOT / "a.py", Position(9, 1), Position(9, 1))
    assert len(fingerprints([found], ROOT, lambda _: [])) == 1


def test_a_path_beside_the_root_is_relative_too() -> None:
    assert place_below(Path("/project/pkg/a.py"), ROOT) == "pkg/a.py"
    assert place_below(Path("/conf/quantfence.yaml"), ROOT) == "../conf/quantfence.yaml"
