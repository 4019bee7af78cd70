"""QF100: which ignore comments silence nothing, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from old_tree import BAD, FIRST, GOOD, HEAD

from tests.command import Result, write

Check = Callable[..., Result]

LINE = FIRST + 1
"""The line of the finding in BAD."""


def messages(result: Result) -> list[str]:
    """What is said of comments; each can be repaired."""
    return [line.split(" QF100 [*] ")[1] for line in result.out.splitlines() if " QF100 " in line]


@pytest.mark.parametrize(
    "comment",
    [
        "# quantfence: ignore",
        "# quantfence: ignore why",
        "# quantfence: ignore[QF001]",
        "# quantfence: ignore[qf001] why",
        "# quantfence: ignore-file",
        "# quantfence: ignore-file[QF001]",
        "# quantfence: ignore[QF001]  # quantfence: ignore-file[QF001]",
        "# quantfence: ignore[QF001, QF002, QF100]",
        "# quantfence: ignore[QF001, QF999, QF100]",
        "# quantfence: ignore[QF001]  # quantfence: ignore[QF002, QF100]",
        "# quantfence: ignore[QF001]  # quantfence: ignore[QF002]  # quantfence: ignore-file[QF100]",
        "# quantfence: ignore  # quantfence: ignore[QF002]",
        "# quantfence: ignore-file  # quantfence: ignore[QF002]",
        "# noqa  # quantfence: ignore[QF001]  # type: ignore",
    ],
)
def test_used(check: Check, project: Path, comment: str) -> None:
    write(project / "model.py", f"{HEAD}{BAD}  {comment}\n")
    assert check() == Result(0, "All clear: 1 file checked.\n", "")


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("# quantfence: ignore", "unused ignore comment: nothing is found on this line"),
        ("# quantfence: ignore-file", "unused ignore comment: nothing is found in this file"),
        ("# quantfence: ignore[QF001]", "unused ignore comment: `QF001` silences nothing here"),
        ("# quantfence: ignore-file[QF001] why", "unused ignore comment: `QF001` silences nothing here"),
        ("# quantfence: ignore[QF001, QF002]", "unused ignore comment: `QF001`, `QF002` silence nothing here"),
        ("# quantfence: ignore[]", "unused ignore comment: its list is empty"),
        ("# quantfence: ignore[QF9000]", "unused ignore comment: `QF9000` is no rule (did you mean `QF900`?)"),
        ("# quantfence: ignore[zzzz]", "unused ignore comment: `ZZZZ` is no rule"),
        (
            "# quantfence: ignore[QF001, QF001]",
            "unused ignore comment: `QF001` silences nothing here; `QF001` is named twice",
        ),
        ("# quantfence: ignore[QF900]", "unused ignore comment: `QF900` silences nothing here"),
        ("# quantfence: ignore-file[QF900]", "unused ignore comment: `QF900` silences nothing here"),
    ],
)
def test_unused(check: Check, project: Path, comment: str, message: str) -> None:
    write(project / "model.py", f"{HEAD}{GOOD}  {comment}\n")
    result = check()
    assert result.code == 1
    assert messages(result) == [message]
    assert result.findings == [f"model.py:{LINE} QF100"]


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ("QF001, QF002", "unused code in an ignore comment: `QF002` silences nothing here"),
        ("QF002 QF001", "unused code in an ignore comment: `QF002` silences nothing here"),
        ("QF001, QF001", "unused code in an ignore comment: `QF001` is named twice"),
        ("QF001, QF001, QF001", "unused codes in an ignore comment: `QF001` is named twice"),
        ("QF001, QF1", "unused code in an ignore comment: `QF1` is no rule (did you mean `QF100`?)"),
        ("QF001, QF0", "unused code in an ignore comment: `QF0` is no rule"),
        (
            "QF002, QF001, QF900",
            "unused codes in an ignore comment: `QF002`, `QF900` silence nothing here",
        ),
    ],
)
def test_one_code_of_several(check: Check, project: Path, codes: str, message: str) -> None:
    write(project / "model.py", f"{HEAD}{BAD}  # quantfence: ignore[{codes}]\n")
    assert [each.split(" (did")[0] for each in messages(check())] == [message.split(" (did")[0]]


def test_where_it_is_reported(run: Callable[..., Result], project: Path) -> None:
    import json

    text = f"{HEAD}{GOOD}  # noqa  # quantfence: ignore[QF001] why   # type: ignore\n"
    write(project / "model.py", text)
    (item,) = json.loads(run("check", "--output-format", "json").out)
    line = text.splitlines()[LINE - 1]
    assert item["location"] == {"row": LINE, "column": line.index("# quantfence") + 1}
    assert item["end_location"] == {"row": LINE, "column": line.index("   # type") + 1}


def test_one_report_for_each_comment(check: Check, project: Path) -> None:
    write(project / "model.py", f"{HEAD}{GOOD}  # quantfence: ignore # quantfence: ignore\n# quantfence: ignore-file\n")
    assert check().findings == [f"model.py:{LINE} QF100", f"model.py:{LINE} QF100", f"model.py:{LINE + 1} QF100"]


def test_a_comment_without_codes_that_is_used_excuses_others_on_its_line(check: Check, project: Path) -> None:
    write(project / "model.py", f"{HEAD}{BAD}  # quantfence: ignore\nx = 1  # quantfence: ignore[QF001]\n")
    assert check().findings == [f"model.py:{LINE + 1} QF100"]


def test_files_in_which_no_name_matters(check: Check, project: Path) -> None:
    write(project / "a.py", "x = 1  # quantfence: ignore\n")
    write(project / "b.py", "x = '# quantfence: ignore'\n")
    write(project / "c.py", "# about quantfence: nothing\n")
    assert check().findings == ["a.py:1 QF100"]
    assert check("--exhaustive").findings == ["a.py:1 QF100"]


@pytest.mark.parametrize(
    "text", ["def f(size float8_cfg):  # quantfence: ignore[QF002]\n", "x = (  # quantfence: ignore\n"]
)
def test_nothing_is_said_of_a_file_that_cannot_be_parsed(check: Check, project: Path, text: str) -> None:
    write(project / "model.py", text)
    assert [each for each in check().findings if "QF100" in each] == []
    assert check("--exhaustive").findings == ["model.py:1 QF900"]


def test_nothing_is_said_of_a_file_that_cannot_be_decoded(check: Check, project: Path) -> None:
    write(project / "model.py", b"x = '\xff'  # quantfence: ignore\n")
    assert check().findings == []


def test_a_comment_that_silences_an_unreadable_file_is_used(check: Check, project: Path) -> None:
    write(project / "model.py", "# quantfence: ignore-file[QF900]\ndef f(size float8_cfg): ...\n")
    assert check().findings == []


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (("--ignore", "QF001"), ""),
        (("--select", "QF100"), ""),
        (("--select", "QF002,QF100"), ""),
        ((), 'ignore = ["QF001"]'),
        ((), 'select = ["QF1"]'),
        ((), 'per-file-ignores = { "model.py" = ["QF001"] }'),
    ],
)
def test_a_comment_is_no_less_used_where_its_rule_is_not_selected(
    check: Check, project: Path, arguments: tuple[str, ...], settings: str
) -> None:
    write(project / "pyproject.toml", f"[tool.quantfence]\n{settings}\n")
    write(project / "model.py", f"{HEAD}{BAD}  # quantfence: ignore[QF001]\n{BAD}  # quantfence: ignore\n")
    assert check(*arguments).findings == []
    write(project / "model.py", f"{HEAD}{GOOD}  # quantfence: ignore[QF001]\n{BAD}  # quantfence: ignore\n")
    assert check(*arguments).findings == [f"model.py:{LINE} QF100"]


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (("--ignore", "QF100"), ""),
        (("--select", "QF001"), ""),
        ((), 'ignore = ["QF1"]'),
        ((), 'per-file-ignores = { "model.py" = ["QF100"] }'),
    ],
)
def test_the_rule_itself_may_be_left_out(
    check: Check, project: Path, arguments: tuple[str, ...], settings: str
) -> None:
    write(project / "pyproject.toml", f"[tool.quantfence]\n{settings}\n")
    write(project / "model.py", f"{HEAD}{GOOD}  # quantfence: ignore\n")
    assert check(*arguments) == Result(0, "All clear: 1 file checked.\n", "")


def test_only_files_that_were_asked_for_are_reported(check: Check, project: Path) -> None:
    for name in ("a.py", "b.py", "c.py"):
        write(project / name, "x = 1  # quantfence: ignore\n")
    result = check("b.py")
    assert result.findings == ["b.py:1 QF100"]
    assert result.out.endswith(
        "Found 1 problem in 1 file. (2 problems in other files of the project)\n[*] 1 fixable with the `--fix` option.\n"
    )


def test_what_is_silenced_is_counted(check: Check, project: Path) -> None:
    write(project / "model.py", f"{HEAD}{BAD}  # quantfence: ignore[QF001, QF002, QF100]\n")
    # QF001 and the unused QF002 here, and the comment in the manifest, which has nothing to silence.
    assert "silenced by comments: 3\n" in check("-v").err


def test_standard_input_is_judged_in_place_of_the_file(
    check: Check, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    write(project / "model.py", "x = 1\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x = 1\ny = 1  # quantfence: ignore\n")))
    assert check("--stdin-filename", "model.py").findings == ["model.py:2 QF100"]
