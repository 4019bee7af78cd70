"""What reports say of a fix, from the command line: the edits count in the text that was checked."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_engine import Engine

from lint_rules.diagnostic import Diagnostic, Edit, Fix, Position
from tests.command import Result, write

Run = Callable[..., Result]


def find(engine: Engine, path: Path, *edits: Edit) -> None:
    start = Position(1, 1)
    engine.diagnostics.append(Diagnostic("QF001", "m", path, start, start, fix=Fix("Pass `None`", edits)))


def edits(result: Result) -> list[tuple[Any, ...]]:
    (item,) = json.loads(result.out)
    return [
        (Path(each["filename"]).name, each["location"], each["end_location"], each["content"])
        for each in item["fix"]["edits"]
    ]


def place(row: int, column: int) -> dict[str, int]:
    return {"row": row, "column": column}


def test_over_two_files_of_any_encoding(run: Run, project: Path, engine: Engine) -> None:
    a = write(project / "pkg/a.py", b"\xef\xbb\xbf" + "'😀'\r\nf('日', cfg)\r\n".encode())
    b = write(project / "pkg/b.py", b"# coding: latin-1\nf('\xfc',\tcfg)\n")
    find(engine, a, Edit(a, 12, 15, "None"), Edit(b, 25, 28, "x\ny"))
    expected = [("a.py", place(2, 8), place(2, 11), "None"), ("b.py", place(2, 8), place(2, 11), "x\ny")]
    assert edits(run("check", "--output-format", "json")) == expected
    fix = json.loads(run("check", "--output-format", "sarif").out)["runs"][0]["results"][0]["fixes"][0]
    assert [
        (change["artifactLocation"]["uri"], replacement["deletedRegion"])
        for change in fix["artifactChanges"]
        for replacement in change["replacements"]
    ] == [
        ("pkg/a.py", {"startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 11}),
        ("pkg/b.py", {"startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 11}),
    ]


def test_on_standard_input(run: Run, project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    path = project / "pkg/a.py"
    find(engine, path, Edit(path, 6, 9, "None"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\r\n\r\nf(cfg)")))
    result = run("check", "--output-format", "json", "--stdin-filename", "pkg/a.py")
    assert edits(result) == [("a.py", place(3, 3), place(3, 6), "None")]


def test_text_says_what_can_be_repaired(run: Run, project: Path, engine: Engine) -> None:
    path = project / "pkg/a.py"
    find(engine, path, Edit(path, 0, 3, "None"))
    assert run("check") == Result(
        1,
        "pkg/a.py:1:1: QF001 [*] m\n  |\n1 | aaa = 1\n  | ^\n  = fix: Pass `None`\nFound 1 problem in 2 files.\n"
        "[*] 1 fixable with the `--fix` option.\n",
        "",
    )
