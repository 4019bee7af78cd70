"""One file: odd bytes, reasons why it can't be read, and positions."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_rules.project.facts import Assign, Constant, Name
from lint_rules.project.reading import Unreadable
from lint_rules.project.source import Source

A = Path("/nowhere/a.py")


def source(data: bytes | str) -> Source:
    return Source(A, data.encode() if isinstance(data, str) else data)


def trouble(data: bytes | str) -> Unreadable:
    found = source(data)
    assert found.module is None
    assert found.trouble is not None
    return found.trouble


# --- what can be read


@pytest.mark.parametrize(
    ("data", "value", "line"),
    [
        (b"x = 'a'", "a", 1),
        (b"\xef\xbb\xbfx = 'a'\n", "a", 1),
        (b"\xef\xbb\xbf# coding: utf-8\nx = 'a'\n", "a", 2),
        (b"# coding: latin-1\nx = '\xfc'\n", "ü", 2),
        (b"#!/usr/bin/python\n# -*- coding: cp1252 -*-\nx = '\x80'\n", "€", 3),
        ("x = '日本'\n".encode(), "日本", 1),
        (b"\r\nx = 'a'\r\n", "a", 2),
        (b"\rx = 'a'\r", "a", 2),
        (b"\x0c\nx = 'a'\n", "a", 2),
        (b"y = '\x0c'\n\x0c\nx = 'a'\n", "a", 3),
        (b"\r\n\rx = 'a'", "a", 3),
        (b"if 1:\n\tx = 'a'\n", None, 1),
    ],
)
def test_odd_files_have_facts(data: bytes, value: str | None, line: int) -> None:
    found = source(data)
    assert found.module is not None
    assert found.trouble is None
    if value is not None:
        assert found.module.body[-1] == Assign([Name("x")], Constant(value), None, line, 0)


def test_line_ends_stay_what_they_are() -> None:
    assert source(b"\xef\xbb\xbfa\r\nb\rc\n").text == "a\r\nb\rc\n"


def test_an_empty_file() -> None:
    found = source(b"")
    assert found.module is not None
    assert found.module.body == []
    assert found.place(0) == (1, 1)


def test_what_stands_for_the_file_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    assert Source(path).text == "x = 1\n"
    assert Source(path, b"y = 1\n").text == "y = 1\n"
    assert Source(tmp_path / "none.py", b"").trouble is None


# --- what can't


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"x = '\xff'\n", 1, "can't be decoded"),
        (b"\n\nx = '\xff'\n", 1, "byte 0xff at offset 7"),
        (b"# coding: ascii\nx = '\xff'\n", 1, "byte 0xff"),
        (b"# coding: no-such-thing\n", 1, "no-such-thing"),
        (b"\xef\xbb\xbf# coding: latin-1\n", 1, "can't be decoded"),
        (b"# coding: hex\nx\n", 1, "can't be decoded"),
        (b"# coding: rot13\nk = 1\n", 1, "can't be decoded"),
        (b"x = 1\n\x00\n", 1, "null bytes"),
        (b"x = 1\n\nx = = 1\n", 3, "can't be parsed: invalid syntax"),
        (b"x = 1\r\n\r\nx = = 1\r\n", 3, "can't be parsed"),
        (b"x = 1\r\rx = = 1\n", 1, "can't be parsed"),
        (b"x = (\n", 1, "can't be parsed: '(' was never closed"),
        (b"x = '''\n", 1, "can't be parsed: unterminated"),
        (b"if x:\n  y\n z\n", 3, "unindent"),
        (b"if x:\n\ty\n        z\n", 3, "inconsistent use of tabs"),
        (b"print 'x'\n", 1, "Missing parentheses"),
        (b"x = 1\n\x0c\nx = = 1\n", 3, "can't be parsed"),
        (b"x = '\xe2\x80\xa8'\nx = = 1\n", 2, "can't be parsed"),
    ],
)  # fmt: skip
def test_unreadable_files(data: bytes, line: int, message: str) -> None:
    found = trouble(data)
    assert found.line == line
    assert message in found.message
    assert "\n" not in found.message


def test_files_that_are_not_there(tmp_path: Path) -> None:
    found = Source(tmp_path / "none.py")
    assert found.data == b""
    assert found.text is None
    assert found.module is None
    assert found.trouble == Unreadable(1, "can't be read: No such file or directory")


def test_nesting_that_the_parser_refuses() -> None:
    found = trouble("x = " + "(" * 250 + ")" * 250 + "\n")
    assert found == Unreadable(1, "can't be parsed: too many nested parentheses")


def test_nesting_of_blocks_that_the_parser_refuses() -> None:
    text = "".join(" " * depth + "if x:\n" for depth in range(300)) + " " * 300 + "y\n"
    assert trouble(text) == Unreadable(101, "can't be parsed: too many levels of indentation")


NESTED = {
    "parentheses": ("(", "x", ")"),
    "brackets": ("[", "x", "]"),
    "attributes": ("", "x", ".y"),
    "terms": ("", "x", " + x"),
    "calls": ("", "x", "()"),
    "not": ("not ", "x", ""),
    "lambdas": ("lambda: ", "x", ""),
    "conditionals": ("x if y else ", "x", ""),
}


@pytest.mark.parametrize(
    "kind",
    list(NESTED),
)
def test_nesting_of_any_depth_ends_no_process(kind: str) -> None:
    program = (
        "import sys; from pathlib import Path; from lint_rules.project.source import Source\n"
        "opening, inner, closing = sys.argv[1:]\n"
        "text = 'k = ' + opening * 20_000 + inner + closing * 20_000\n"
        "source = Source(Path('a.py'), text.encode())\n"
        "print(source.module is None, source.trouble is not None)"
    )
    command = [sys.executable, "-c", program, *NESTED[kind]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert (done.returncode, done.stdout) == (0, "True True\n")


def test_newer_syntax_is_told_from_broken_syntax() -> None:
    text = "type Pair[T] = tuple[T, T]\n"
    try:
        ast.parse(text)
    except SyntaxError:
        assert "newer Python" in trouble(text).message
    assert "newer Python" not in trouble("type Pair[T = tuple\n").message


@given(st.binary(max_size=60))
def test_no_bytes_raise(data: bytes) -> None:
    found = source(data)
    assert (found.module is None) is (found.trouble is not None)
    if found.trouble is not None:
        assert 1 <= found.trouble.line <= data.count(b"\n") + 1


# --- positions

LINES = "é = f(日本, x=1)\n\tb = g(**c)\r\n🤖 = 1\rlast"


@pytest.mark.parametrize(
    ("line", "column", "place", "at"),
    [
        (1, 0, (1, 1), "é = f"),
        (1, 2, (1, 2), " = f"),
        (1, 7, (1, 7), "日本, x"),
        (1, 15, (1, 11), "x=1"),
        (2, 0, (2, 1), "\tb"),
        (2, 7, (2, 8), "**c"),
        (3, 0, (3, 1), "🤖"),
        (3, 5, (3, 3), "= 1"),
        (4, 0, (3, 7), "last"),
        (4, 2, (3, 9), "st"),
        (9, 0, (3, 11), ""),
    ],
)
def test_places(line: int, column: int, place: tuple[int, int], at: str) -> None:
    found = source(LINES)
    offset = found.offset(line, column)
    assert (found.text or "")[offset:].startswith(at)
    assert found.place(offset) == place


@given(st.text("aé日🤖 \t\n\r\x0c\u2028\x85", max_size=40))
def test_places_are_those_of_ast_and_of_editors(text: str) -> None:
    found = source(text)
    lines = re.split(r"\r\n|\r|\n", text)
    at = 0
    for number, line in enumerate(lines, 1):
        for column in range(len(line) + 1):
            offset = found.offset(number, len(line[:column].encode()))
            assert offset == at + column
            row, character = found.place(offset)
            assert row == text[:offset].count("\n") + 1
            assert character == offset - (text.rfind("\n", 0, offset) + 1) + 1
        at += len(line)
        ending = re.match(r"\r\n|\r|\n", text[at:])
        at += len(ending[0]) if ending else 0


@pytest.mark.parametrize(
    ("data", "line", "feeds"),
    [(b"a\nb\nc", 3, 3), (b"a\r\nb\r\nc", 3, 3), (b"a\rb\rc", 3, 1), (b"a\rb\nc\rd", 4, 2), (b"a\n\x0c\nc", 3, 3)],
)
def test_lines_of_ast_in_line_feeds(data: bytes, line: int, feeds: int) -> None:
    assert source(data).line_feeds(line) == feeds


def test_segments() -> None:
    found = source(b"a = 1\r\nb = 2\rc = 3\nd = 4")
    assert found.segment(1, 1) == "a = 1\r\n"
    assert found.segment(2, 3) == "b = 2\rc = 3\n"
    assert found.segment(4, 9) == "d = 4"


@pytest.mark.parametrize(
    "text",
    [
        "f(**c)",
        "f(a, ** c)",
        "f(a,\n  **\n  c)",
        "f(日本, **c)",
        "f(a * 2, **(c))",
        "f(*a, **c)",
        "f(a ** 2, **c ** 2)",
    ],
)
def test_a_splat_begins_at_its_stars(text: str) -> None:
    found = source(text)
    (statement,) = ast.parse(text).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    keyword = statement.value.keywords[-1]
    stars = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.string == "**"]
    splat = stars[-2] if text.count("**") == 3 else stars[-1]
    wanted = found.offset(splat.start[0], len(splat.line[: splat.start[1]].encode()))
    assert found.splat(keyword.lineno, keyword.col_offset) == wanted
    assert found.splat(keyword.value.lineno, keyword.value.col_offset) == wanted


def test_a_splat_of_a_list_begins_at_its_star() -> None:
    found = source("f(日本, *a)")
    assert found.splat(1, 10) == found.splat(1, 11) == 6
