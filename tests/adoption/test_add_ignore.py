"""``quantfence check --add-ignore``: an ignore comment for each finding, and no other byte."""

from __future__ import annotations

import io
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from old_tree import BAD, FIRST, GOOD, HEAD

from tests.command import Result, write

Check = Callable[..., Result]

SPLIT = "def build(size, float8_cfg):\n    return ScoreHead(\n        size,\n        float8_cfg=float8_cfg,%s\n    )\n"


def added(number: int) -> str:
    return f"Added {number} ignore comment{'' if number == 1 else 's'}.\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{BAD}\n", f"{BAD}  # quantfence: ignore[QF001]\n"),
        (f"{BAD}", f"{BAD}  # quantfence: ignore[QF001]"),
        (f"{BAD} \t \nx = 1  \n", f"{BAD}  # quantfence: ignore[QF001]\nx = 1  \n"),
        (f"{BAD}\r\nx = 1\r\n", f"{BAD}  # quantfence: ignore[QF001]\r\nx = 1\r\n"),
        (f"{BAD}  # noqa\n", f"{BAD}  # noqa  # quantfence: ignore[QF001]\n"),
        (f"{BAD}  # a path\\\n", f"{BAD}  # a path\\  # quantfence: ignore[QF001]\n"),
        (f"{BAD}  # quantfence: ignore[QF100]\n", f"{BAD}  # quantfence: ignore[QF100, QF001]\n"),
        (
            f"{BAD}  # noqa # quantfence: ignore[QF100 ] why  # type: ignore\n",
            f"{BAD}  # noqa # quantfence: ignore[QF100, QF001 ] why  # type: ignore\n",
        ),
        (
            f"{BAD}  # quantfence: ignore-file[QF100]\n",
            f"{BAD}  # quantfence: ignore-file[QF100]  # quantfence: ignore[QF001]\n",
        ),
        (SPLIT % "", SPLIT % "  # quantfence: ignore[QF001]"),
        (SPLIT % "  # why", SPLIT % "  # why  # quantfence: ignore[QF001]"),
    ],
)
def test_where_comments_come(check: Check, project: Path, before: str, after: str) -> None:
    path = write(project / "model.py", HEAD + before)
    assert check("--add-ignore") == Result(0, added(1), "")
    assert path.read_bytes() == (HEAD + after).encode()
    assert check() == Result(0, "All clear: 1 file checked.\n", "")
    assert check("--add-ignore") == Result(0, added(0), "")
    assert path.read_bytes() == (HEAD + after).encode()


def test_an_empty_list_is_filled(check: Check, project: Path) -> None:
    path = write(project / "model.py", f"{HEAD}{BAD}  # quantfence: ignore[]\n")
    check("--add-ignore", "--select", "QF001")
    assert path.read_text("utf-8") == f"{HEAD}{BAD}  # quantfence: ignore[QF001]\n"
    assert check().code == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "    return ScoreHead(size, float8_cfg=float8_cfg), \\\n        size\n",
            None,
        ),
        (
            "    return (  \n        ScoreHead(size, float8_cfg=float8_cfg).name + '''\n  # text\n''')\n",
            "    return (  # quantfence: ignore[QF001]\n        ScoreHead(size, float8_cfg=float8_cfg).name + '''\n  # text\n''')\n",
        ),
        (
            "    return (\n        ScoreHead(size, float8_cfg=float8_cfg).name, f'''\n  {size}\n''')\n",
            "    return (  # quantfence: ignore[QF001]\n        ScoreHead(size, float8_cfg=float8_cfg).name, f'''\n  {size}\n''')\n",
        ),
        (
            "    return ScoreHead('''\n''', float8_cfg=float8_cfg)\n",
            "    return ScoreHead('''\n''', float8_cfg=float8_cfg)  # quantfence: ignore[QF001]\n",
        ),
        ("    return '''\n''', ScoreHead(size, float8_cfg=float8_cfg), '''\n'''\n", None),
    ],
)
def test_lines_without_room(check: Check, project: Path, before: str, after: str | None) -> None:
    begin = f"{HEAD}def build(size, float8_cfg):\n"
    path = write(project / "model.py", begin + before)
    result = check("--add-ignore")
    assert result.code == 0
    assert path.read_bytes() == (begin + (after or before)).encode()
    if after is not None:
        assert (result.out, result.err) == (added(1), "")
        assert check().out == "All clear: 1 file checked.\n"
    else:
        assert result.out == added(0)
        (finding,) = check().findings
        assert result.err.startswith(f"quantfence: warning: {finding.split()[0]}:")
        assert result.err.endswith(
            ": QF001 is not ignored: its line ends inside a string or goes on after a backslash\n"
        )


def test_several_findings(check: Check, project: Path) -> None:
    two = "    return ScoreHead(size, float8_cfg=float8_cfg), ScoreHead(1, float8_cfg=float8_cfg)"
    model = write(project / "a/model.py", f"{HEAD}def build(size, float8_cfg):\n{two}\n{GOOD}\n{BAD}\n")
    other = write(project / "b.py", "from a.model import ScoreHead\n" + BAD)
    assert check("--add-ignore").out == added(3)
    assert model.read_text("utf-8").count("# quantfence: ignore[QF001]\n") == 2
    assert other.read_text("utf-8").endswith("  # quantfence: ignore[QF001]")
    assert check().code == 0


def test_codes_on_one_line_share_a_comment(check: Check, project: Path) -> None:
    manifest = (project / "quantfence.yaml").read_text("utf-8")
    write(project / "quantfence.yaml", f"{manifest}config_only:\n  - HeadConfig.quantize\n")
    text = (
        f"{HEAD}class HeadConfig:\n    quantize: bool = False\n"
        "    def build(self, float8_cfg):\n        return ScoreHead(self.quantize, float8_cfg=float8_cfg)\n"
    )
    path = write(project / "model.py", text)
    assert len(check().findings) == 2
    assert check("--add-ignore=both are old").out == added(1)
    assert path.read_text("utf-8") == text.rstrip("\n") + "  # quantfence: ignore[QF001, QF002] both are old\n"
    assert check().code == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--add-ignore",), ""),
        (("--add-ignore=",), ""),
        (("--add-ignore", "model.py"), ""),
        (("model.py", "--add-ignore"), ""),
        (("--add-ignore=before we knew", "model.py"), " before we knew"),
        (("--add-ignore= see #12 ",), " see #12"),
    ],
)
def test_a_reason(check: Check, project: Path, arguments: tuple[str, ...], reason: str) -> None:
    path = write(project / "model.py", f"{HEAD}{BAD}\n")
    assert check(*arguments) == Result(0, added(1), "")
    assert path.read_text("utf-8") == f"{HEAD}{BAD}  # quantfence: ignore[QF001]{reason}\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--add-ignore=two\nlines",), "the reason of --add-ignore has to fit into a line of text"),
        (("--add-ignore", "--stdin-filename", "model.py"), "it goes without --stdin-filename"),
        (("--add-ignore", "--fix"), "it goes without --fix"),
        (("--add-ignore", "--diff"), "it goes without --diff"),
    ],
)
def test_what_does_not_go_together(
    check: Check, project: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], complaint: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    path = write(project / "model.py", f"{HEAD}{BAD}\n")
    result = check(*arguments)
    assert (result.code, result.out) == (2, "")
    assert complaint in result.err
    assert path.read_text("utf-8") == f"{HEAD}{BAD}\n"


def test_only_what_is_shown_gets_a_comment(check: Check, project: Path) -> None:
    before = f"{HEAD}{BAD}\n"
    one, two = write(project / "one.py", before), write(project / "two.py", before)
    assert check("--add-ignore", "two.py").out == added(1)
    assert check("--add-ignore", "--select", "QF002").out == added(0)
    assert check("--add-ignore", "-q").out == ""
    assert one.read_bytes() == two.read_bytes() != before.encode()


def test_what_a_baseline_holds_gets_none(run: Check, check: Check, project: Path) -> None:
    path = write(project / "model.py", f"{HEAD}{BAD}\n")
    run("baseline")
    assert check("--add-ignore").out == added(0)
    assert path.read_text("utf-8") == f"{HEAD}{BAD}\n"
    assert check("--add-ignore", "--no-baseline").out == added(1)


def test_what_no_comment_silences_is_said(check: Check, project: Path) -> None:
    write(project / "model.py", f"{HEAD}{BAD}\nx = 1  # quantfence: ignore[QF002]\n")
    write(project / "broken.py", "def f(size float8_cfg): ...\n")
    result = check("--add-ignore")
    assert (result.code, result.out) == (0, added(1))
    assert result.err == (
        "quantfence: warning: broken.py:1:1: QF900 is not ignored: no comment works in what can't be read; "
        "repair it, or leave it out with `exclude`\n"
        f"quantfence: warning: model.py:{FIRST + 2}:8: QF100 is not ignored: a comment that silences nothing has to go; "
        "`quantfence check --fix` removes it\n"
    )
    assert check().findings == ["broken.py:1 QF900", f"model.py:{FIRST + 2} QF100"]


def test_findings_in_a_recipe_get_none(check: Check, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lint_rules.check import Outcome
    from lint_rules.diagnostic import Diagnostic, Position

    recipe = write(project / "config.json", "{}\n")
    found = Diagnostic("QF008", "m", recipe, Position(1, 1), Position(1, 2))
    monkeypatch.setattr("lint_rules.check.check", lambda request: Outcome([found], []))
    result = check("--add-ignore")
    assert (result.code, result.out) == (0, added(0))
    why = "ignore comments work in Python files and in the manifest only; a baseline holds this, too"
    assert f"config.json:1:1: QF008 is not ignored: {why}" in result.err
    assert recipe.read_text() == "{}\n"


def test_findings_in_the_manifest_get_comments_there(check: Check, project: Path) -> None:
    text = """\
version: 1
quantization: {names: [float8_cfg]}
exclusions:
  - id: head
    modules:
      - ScoreHead
      - OldHead
      - 'OlderHead'  # a word
    reason: >
      Two lines, #1
      and #2.
"""
    write(project / "quantfence.yaml", text)
    write(project / "model.py", HEAD)
    assert check("--add-ignore=soon").out == added(2)
    assert (project / "quantfence.yaml").read_text() == text.replace(
        "- OldHead", "- OldHead  # quantfence: ignore[QF009] soon"
    ).replace("# a word", "# a word  # quantfence: ignore[QF009] soon")
    assert check().code == 0


@pytest.mark.parametrize(
    "begin",
    [
        b"\xef\xbb\xbf",
        b"# coding: latin-1\nx = '\xfc'\n",
        b"x = '\xe6\x97\xa5\xf0\x9f\x98\x80'\x0c\n",
        b"#!/usr/bin/env python\n\x0c\n",
    ],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_bytes_stay(check: Check, project: Path, begin: bytes, end: bytes) -> None:
    code = f"{HEAD}{BAD}".encode().replace(b"\n", end)
    path = write(project / "model.py", begin + code + end)
    assert check("--add-ignore").out == added(1)
    assert path.read_bytes() == begin + code + b"  # quantfence: ignore[QF001]" + end
    assert check().code == 0


def test_a_reason_that_the_encoding_cannot_express(check: Check, project: Path) -> None:
    data = b"# coding: latin-1\n" + f"{HEAD}{BAD}\n".encode()
    path = write(project / "model.py", data)
    result = check("--add-ignore=\u65e5\u672c")
    assert (result.code, result.out) == (0, added(0))
    assert "QF001 is not ignored: the file's encoding, iso-8859-1, has no '\\u65e5'" in result.err
    assert path.read_bytes() == data


def test_modes_stay_and_nothing_is_left_behind(check: Check, project: Path) -> None:
    path = write(project / "model.py", f"{HEAD}{BAD}\n")
    path.chmod(0o750)
    before = sorted(project.iterdir())
    check("--add-ignore")
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert sorted(project.iterdir()) == before


@pytest.mark.usefixtures("ordinary_user")
def test_a_file_that_must_not_be_written(check: Check, project: Path) -> None:
    path = write(project / "model.py", f"{HEAD}{BAD}\n")
    path.chmod(0o444)
    result = check("--add-ignore")
    assert (result.code, result.out) == (2, "")
    assert "can't write model.py" in result.err
    assert path.read_text("utf-8") == f"{HEAD}{BAD}\n"


def test_a_reason_that_was_taken_for_a_path(run: Callable[..., Result], project: Path) -> None:
    result = run("check", "--add-ignore", "before we knew")
    assert result == Result(
        2,
        "",
        "quantfence: error: before we knew does not exist; write --add-ignore='before we knew' if it is the reason\n",
    )
