"""Ignore comments, read from bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.diagnostic import Diagnostic, Position
from lint_rules.project.suppressions import Comment, read_suppressions

FILE = Path("/project/a.py")


def comments(data: str | bytes) -> tuple[Comment, ...]:
    return read_suppressions(FILE, data.encode() if isinstance(data, str) else data).comments


def places(data: str | bytes) -> list[tuple[int, int]]:
    return [(comment.line, comment.column) for comment in comments(data)]


def finding(line: int, code: str = "QF001", statement_line: int | None = None) -> Diagnostic:
    return Diagnostic(code, "m", FILE, Position(line, 1), Position(line, 2), statement_line=statement_line)


@pytest.mark.parametrize(
    ("text", "codes", "reason"),
    [
        ("# quantfence: ignore", None, ""),
        ("#quantfence:ignore", None, ""),
        ("# quantfence: ignore on purpose", None, "on purpose"),
        ("# quantfence: ignore[QF001]", ("QF001",), ""),
        ("# quantfence: ignore[QF001, QF002] why #12 is so", ("QF001", "QF002"), "why #12 is so"),
        ("# quantfence: ignore [qf001]", ("QF001",), ""),
        ("# quantfence: ignore[QF777]", ("QF777",), ""),
        ("# quantfence: ignore[]", (), ""),
        ("# type: ignore  # quantfence: ignore[QF001] why  # noqa", ("QF001",), "why"),
        ("# quantfence: ignore[QF001] see # 12", ("QF001",), "see # 12"),
    ],
)
def test_a_comment(text: str, codes: tuple[str, ...] | None, reason: str) -> None:
    (comment,) = comments(f"x = 1  {text}\n")
    assert (comment.line, comment.whole_file, comment.codes, comment.reason) == (1, False, codes, reason)
    assert comment.column == 8 + text.index("#quantfence" if "#quantfence" in text else "# quantfence")


def test_a_comment_on_the_whole_file() -> None:
    assert comments("# quantfence: ignore-file[QF001] frozen\n") == (
        Comment(line=1, column=1, end_column=40, whole_file=True, codes=("QF001",), reason="frozen"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "# quantfence: ignored",
        "# quantfence: ignore-files",
        "# quantfence: ignore[QF001",
        "# quantfence ignore",
        "# write `# quantfence: ignore` there",
        "# not-quantfence: ignore",
        "'# quantfence: ignore'",
        "'''\n# quantfence: ignore\n'''",
    ],
)
def test_what_is_no_ignore_comment(text: str) -> None:
    assert comments(f"x = 1\n{text}\n") == ()


def test_two_in_one_comment() -> None:
    first, second = comments("x  # quantfence: ignore[QF001] a # quantfence: ignore[QF002] b\n")
    assert (first.codes, first.reason, second.codes, second.reason) == (("QF001",), "a", ("QF002",), "b")


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xef\xbb\xbfx = 1  # quantfence: ignore\n", 1, 8),
        (b"# coding: latin-1\nx = '\xfc'  # quantfence: ignore\n", 2, 10),
        (b"x = 1\r\ny = '''\r\n'''  # quantfence: ignore\r\n", 3, 6),
        (b"x = 1\n\x0c\ny = 1  # quantfence: ignore\n", 3, 8),
        ("x = '\u2028\x0b\x1c\x85'\ny  # quantfence: ignore\n".encode(), 2, 4),
        ("x = '\u65e5\u672c'  # quantfence: ignore\n".encode(), 1, 11),
        (b"x = 1  # quantfence: ignore", 1, 8),
        (b"x = '\xff'  # quantfence: ignore\n", 1, 10),
        (b"# coding: no-such-thing\nx  # quantfence: ignore\n", 2, 4),
        (b"# coding: hex\nx  # quantfence: ignore\n", 2, 4),
        (b"x  # quantfence: ignore\nprint 'x'\n", 1, 4),
        (b"x  # quantfence: ignore\ny = (\n", 1, 4),
        (b"x  # quantfence: ignore\n  y\n z\n", 1, 4),
        (b"x  # quantfence: ignore\ny = '''\n# quantfence: ignore\n", 1, 4),
        (b"if x:\n\ty(  # quantfence: ignore\n\t)\n", 2, 6),
    ],
)
def test_odd_files(data: bytes, line: int, column: int) -> None:
    assert places(data) == [(line, column)]


def test_a_nul_byte_ends_no_run() -> None:
    assert comments(b"x  # quantfence: ignore\n\x00\n") is not None


def test_files_of_data_have_no_ignore_comments() -> None:
    assert read_suppressions(Path("/project/config.json"), b'{"a": 1}  # quantfence: ignore\n').comments == ()


def test_comments_in_yaml() -> None:
    text = """\
# quantfence: ignore-file[QF010]
a: [x, y]  # quantfence: ignore[QF009] gone
b: 'a # quantfence: ignore'  # quantfence: ignore
c: a#quantfence:ignore
d: |
  # quantfence: ignore
e: plain
  # quantfence: ignore[QF011]
f: >-
  text  # quantfence: ignore
g: "# quantfence: ignore
  # quantfence: ignore"
"""
    found = read_suppressions(Path("/project/quantfence.yaml"), text.encode()).comments
    assert [(each.line, each.column, each.whole_file, each.codes, each.reason) for each in found] == [
        (1, 1, True, ("QF010",), ""),
        (2, 12, False, ("QF009",), "gone"),
        (3, 30, False, None, ""),
        (8, 3, False, ("QF011",), ""),
    ]


@pytest.mark.parametrize(
    ("text", "diagnostic", "silent"),
    [
        ("# quantfence: ignore", finding(2), True),
        ("# quantfence: ignore", finding(1), False),
        ("# quantfence: ignore", finding(5, statement_line=2), True),
        ("# quantfence: ignore", finding(5, statement_line=3), False),
        ("# quantfence: ignore[QF001]", finding(2), True),
        ("# quantfence: ignore[QF002, QF001]", finding(2), True),
        ("# quantfence: ignore[QF002]", finding(2), False),
        ("# quantfence: ignore[QF00]", finding(2), False),
        ("# quantfence: ignore[]", finding(2), False),
        ("# quantfence: ignore-file", finding(9), True),
        ("# quantfence: ignore-file[QF001]", finding(9), True),
        ("# quantfence: ignore-file[QF002]", finding(9), False),
        ("# quantfence: ignore", finding(2, "QF900"), False),
        ("# quantfence: ignore[QF900]", finding(2, "QF900"), False),
        ("# quantfence: ignore-file[QF900]", finding(2, "QF900"), True),
        ("# quantfence: ignore-file", finding(2, "QF900"), True),
    ],
)
def test_what_is_silenced(text: str, diagnostic: Diagnostic, silent: bool) -> None:
    suppressions = read_suppressions(FILE, f"\nx  {text}\n".encode())
    assert suppressions.silence(diagnostic) is silent
    used = {(suppressions.comments[0], diagnostic.code)} if silent else set()
    assert suppressions.used == used
