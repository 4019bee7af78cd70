"""Where lines went, and whether facts are the same but for that."""

from __future__ import annotations

import msgspec
import pytest

from lint_rules.change.alike import alike
from lint_rules.change.lines import Lines, changed
from lint_rules.project.lowering import lower

_plain = msgspec.msgpack.decode


def lines_of(text: str) -> bytes:
    found = _plain(lower(text.encode()))[1]
    assert isinstance(found, bytes)
    return found


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ("a\nb\nc\n", "a\nb\nc\n", [1, 2, 3]),
        ("a\nb\nc\n", "a\nx\nb\nc\n", [1, 3, 4]),
        ("a\nb\nc\n", "a\nc\n", [1, None, 2]),
        ("a\nb\nc\n", "a\nB\nc\n", [1, None, 3]),
        ("a\nb\nc\n", "x\ny\na\nb\nc\n", [3, 4, 5]),
        ("a\nb\nc\n", "a\nb\nc\nx\n", [1, 2, 3]),
        ("a\na\na\n", "a\na\n", [1, 2, None]),
        ("a\n", "b\n", [None]),
    ],
)
def test_lines_move(before: str, now: str, expected: list[int | None]) -> None:
    lines = changed(lines_of(before), lines_of(now))
    assert [lines.moved(line) for line in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize(
    ("before", "now", "touches"),
    [
        ((1, 3), (1, 3), False),
        ((1, 4), (1, 4), False),
        ((1, 4), (1, 5), True),
        ((5, 9), (6, 10), False),
        ((5, 9), (6, 11), True),
        ((3, 6), (3, 7), True),
    ],
)
def test_a_line_put_in_behind_the_fourth(before: tuple[int, int], now: tuple[int, int], touches: bool) -> None:
    assert Lines(4, 4, 1).touches(before, now) is touches


def test_what_is_appended_to_a_function_is_in_it() -> None:
    before, now = "def f():\n    a()\n", "def f():\n    a()\n    b()\n"
    assert changed(lines_of(before), lines_of(now)).touches((1, 2), (1, 3))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("x = f(a, b=1)", "\n\nx = f(a,\n  b=1)", True),
        ("class A(B):\n  x: int = 1", "class A(B):\n\n  # so\n  x:  int = 1", True),
        ("x = f(1)", "x = f(True)", False),
        ("x = f(1)", "x = f(1.0)", False),
        ("x = f(a)", "x = f(a, b)", False),
        ("x = f(a=b)", "x = f(c=b)", False),
        ("def f(a): ...", "def f(a, b): ...", False),
        ("def f(a): ...", "def f(a=1): ...", False),
        ("x = [1, 2]", "x = [2, 1]", False),
        ("x = {'a': 1}", "x = {'b': 1}", False),
        ("if a:\n  x = 1\nelse:\n  x = 2", "if a:\n  x = 2\nelse:\n  x = 1", False),
        ("import a", "import a as b", False),
        ("@f(1)\ndef g(): ...", "@f(2)\ndef g(): ...", False),
    ],
)
def test_alike(one: str, other: str, expected: bool) -> None:
    def head(text: str) -> object:
        return _plain(lower(text.encode()))[4]

    assert alike(head(one), head(other)) is expected
