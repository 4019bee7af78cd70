"""What ``--fix`` leaves where an ignore comment was: all other bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from old_tree import BAD, HEAD

from tests.command import Result, write


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1  # quantfence: ignore\n", "x = 1\n"),
        ("x = 1\t# quantfence: ignore[QF001] why \t\ny = 2  \n", "x = 1\ny = 2  \n"),
        ("x = 1  # quantfence: ignore", "x = 1"),
        ("x = 1  # quantfence: ignore\r\ny = 1\r\n", "x = 1\r\ny = 1\r\n"),
        ("x = 1\n# quantfence: ignore[QF001] why\ny = 2\n", "x = 1\ny = 2\n"),
        ("x = 1\r\n  # quantfence: ignore\r\ny = 2\r\n", "x = 1\r\ny = 2\r\n"),
        ("x = 1\n\n# quantfence: ignore-file", "x = 1\n\n"),
        ("# quantfence: ignore-file\nx = 1\n", "x = 1\n"),
        ("\ufeff# quantfence: ignore-file\nx = 1\n", "\ufeffx = 1\n"),
        ("if x:\n\t\x0c# quantfence: ignore\n\ty = 1\n", "if x:\n\ty = 1\n"),
        ("x = 1 + \\\n  2  # quantfence: ignore\n", "x = 1 + \\\n  2\n"),
        ("x = 1 \\\n  # quantfence: ignore\ny = 2\n", "x = 1 \\\n\ny = 2\n"),
        ("x = 1  # noqa  # quantfence: ignore[QF001]\n", "x = 1  # noqa\n"),
        ("x = 1  # noqa # quantfence: ignore[QF001] why  # type: ignore\n", "x = 1  # noqa # type: ignore\n"),
        ("x = 1  # quantfence: ignore[QF001] reason  # type: ignore\n", "x = 1  # type: ignore\n"),
        ("x = 1  # quantfence: ignore   #noqa:E501\n", "x = 1  #noqa:E501\n"),
        ("    \n# quantfence: ignore # fmt: off\nx = 1\n", "    \n# fmt: off\nx = 1\n"),
        ("# a word # quantfence: ignore\nx = 1\n", "# a word\nx = 1\n"),
        ("x = 1  # quantfence: ignore see #12 and # 13\n", "x = 1\n"),
        ("x = 1  # quantfence: ignore # quantfence: ignore[QF002] why\n", "x = 1\n"),
        ("x = '\u65e5\u672c\U0001f600'  # quantfence: ignore\n", "x = '\u65e5\u672c\U0001f600'\n"),
        ("x = '''\n# quantfence: ignore\n'''  # quantfence: ignore\n", "x = '''\n# quantfence: ignore\n'''\n"),
    ],
)
def test_a_comment_goes(check: Callable[..., Result], project: Path, before: str, after: str) -> None:
    path = write(project / "a.py", before)
    result = check("--fix")
    assert (result.code, result.err) == (0, "")
    assert path.read_bytes() == after.encode()
    assert check("--fix").out == "All clear: 1 file checked.\n"


def test_other_encodings(check: Callable[..., Result], project: Path) -> None:
    path = write(project / "a.py", b"# coding: latin-1\nx = '\xfc'  # quantfence: ignore \xe4\ny = '\xdf'\n")
    check("--fix")
    assert path.read_bytes() == b"# coding: latin-1\nx = '\xfc'\ny = '\xdf'\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("QF001, QF002", "QF001"),
        ("QF002, QF001", "QF001"),
        (" QF002 ,QF001 ", " QF001 "),
        ("QF001,QF002,", "QF001,"),
        ("QF002,  qf001, QF900", "qf001"),
        ("QF001, QF002, QF001", "QF001"),
        ("QF900 QF001 QF002", "QF001"),
        ("QF999, QF001", "QF001"),
    ],
)
@pytest.mark.parametrize("rest", ["", " why", "  # type: ignore"])
def test_a_code_goes(check: Callable[..., Result], project: Path, before: str, after: str, rest: str) -> None:
    text = f"{HEAD}{BAD}  # noqa  # quantfence: ignore[%s]{rest}\r\ny = 1\n"
    path = write(project / "a.py", text % before)
    check("--fix")
    assert path.read_bytes() == (text % after).encode()
    assert check().findings == []


def test_the_fix_says_what_it_does(project: Path) -> None:
    from lint_rules.project.source import Source
    from lint_rules.project.suppressions import read_suppressions
    from lint_rules.rules.base import Commented
    from lint_rules.rules.qf100_unused_suppression import UnusedSuppression

    data = b"x  # quantfence: ignore\ny  # quantfence: ignore[QF001, QF002, QF100]\n"
    path = project / "a.py"
    files = [Commented(Source(path, data), read_suppressions(path, data))]
    fixes = [each.fix for each in UnusedSuppression().review(files)]
    assert [(fix.message, fix.safe) for fix in fixes if fix] == [
        ("Remove the comment", True),
        ("Remove `QF001`, `QF002` from the comment", True),
    ]
