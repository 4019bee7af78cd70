"""What the formats say of fixes: marks and counts for people, rows and columns for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_reports import FILE, FINDING, ROOT, at, fixed, render, report, report_on

from lint_rules.diagnostic import Diagnostic, Edit, Fix, Position
from lint_rules.project.source import Source
from lint_rules.reports.changes import changes
from lint_rules.reports.report import Report

EDIT = Edit(FILE, 0, 1, "x")
SAFE, UNSAFE, NONE = fixed(at(1, 1), EDIT), fixed(at(2, 1), EDIT, safe=False), at(3, 1)


# --- marks and counts


def test_a_line_says_what_can_be_repaired() -> None:
    assert render("concise", report(SAFE, UNSAFE, NONE)) == [
        "xtuner/v1/gated_deltanet.py:1:1: QF001 [*] m",
        "xtuner/v1/gated_deltanet.py:2:1: QF001 m",
        "xtuner/v1/gated_deltanet.py:3:1: QF001 m",
        "Found 3 problems in 214 files.",
        "[*] 1 fixable with the `--fix` option (1 hidden fix can be enabled with the `--unsafe-fixes` option).",
    ]


def test_unsafe_fixes_count_where_they_are_wanted() -> None:
    assert render("concise", report(SAFE, UNSAFE, NONE)._replace(unsafe_fixes=True)) == [
        "xtuner/v1/gated_deltanet.py:1:1: QF001 [*] m",
        "xtuner/v1/gated_deltanet.py:2:1: QF001 [*] m",
        "xtuner/v1/gated_deltanet.py:3:1: QF001 m",
        "Found 3 problems in 214 files.",
        "[*] 2 fixable with the `--fix` option.",
    ]


@pytest.mark.parametrize(
    ("findings", "line"),
    [
        ((SAFE,), "[*] 1 fixable with the `--fix` option."),
        (
            (SAFE, SAFE, UNSAFE, UNSAFE),
            "[*] 2 fixable with the `--fix` option (2 hidden fixes can be enabled with the `--unsafe-fixes` option).",
        ),
        ((UNSAFE, NONE), "No fixes available (1 hidden fix can be enabled with the `--unsafe-fixes` option)."),
    ],
)
def test_the_footer_names_the_options(findings: tuple[Diagnostic, ...], line: str) -> None:
    assert render("text", report(*findings))[-1] == line
    assert render("concise", report(*findings))[-1] == line


def test_nothing_is_said_of_fixes_where_there_are_none() -> None:
    assert render("concise", report(NONE))[-1] == "Found 1 problem in 214 files."


def test_text_says_what_the_fix_does_and_whether_it_is_safe() -> None:
    printed = render("text", report(fixed(FINDING, EDIT), quiet=True))
    assert printed[0].startswith("xtuner/v1/gated_deltanet.py:103:13: QF001 [*] `float8_cfg` is forwarded")
    assert printed[-2:] == ["    = help: pass None, or declare a policy in the manifest", "    = fix: Pass `None`"]
    assert render("text", report(fixed(FINDING, EDIT, safe=False), quiet=True))[-1] == "    = fix: Pass `None` (unsafe)"


def test_github_says_what_the_fix_does() -> None:
    (line,) = render("github", report(SAFE))
    assert line.endswith("gated_deltanet.py:1:1: QF001 m%0Afix: Pass `None`")


def test_only_the_star_is_coloured() -> None:
    assert "\x1b[1;31mQF001\x1b[0m [\x1b[36m*\x1b[0m] m" in render("concise", report(SAFE, color=True))[0]
    assert render("concise", report(SAFE, color=True))[-1].startswith("[\x1b[36m*\x1b[0m] 1 fixable")


@pytest.mark.parametrize(
    ("findings", "lines"),
    [
        ((), ["Found 3 problems (3 fixed, 0 remaining)."]),
        ((NONE,), ["Found 4 problems (3 fixed, 1 remaining)."]),
        (
            (NONE, UNSAFE),
            [
                "Found 5 problems (3 fixed, 2 remaining).",
                "No fixes available (1 hidden fix can be enabled with the `--unsafe-fixes` option).",
            ],
        ),
    ],
)
def test_what_was_repaired_is_counted(findings: tuple[Diagnostic, ...], lines: list[str]) -> None:
    assert render("concise", report(*findings)._replace(fixed=3))[len(findings) :] == lines


def test_one_problem_that_was_repaired() -> None:
    assert render("text", report()._replace(fixed=1)) == ["Found 1 problem (1 fixed, 0 remaining)."]


def test_statistics_mark_rules_that_can_be_repaired_wholly_partly_or_not() -> None:
    findings = [SAFE, SAFE, *(each._replace(code="QF002") for each in (SAFE, UNSAFE)), NONE._replace(code="QF003")]
    assert render("text", report(*findings), statistics=True) == [
        "2\tQF001\t[*] excluded-module-quantized",
        "2\tQF002\t[-] ",
        "1\tQF003\t[ ] ",
        "Found 5 problems in 214 files.",
        "[*] 3 fixable with the `--fix` option (1 hidden fix can be enabled with the `--unsafe-fixes` option).",
    ]
    assert render("text", report(UNSAFE, quiet=True), statistics=True) == ["1\tQF001\texcluded-module-quantized"]


# --- rows and columns


def json_fix(report: Report) -> Any:
    return json.loads("\n".join(render("json", report)))[0]["fix"]


def test_json_has_the_shape_of_ruff() -> None:
    other = ROOT / "b.py"
    finding = fixed(at(1, 1), Edit(FILE, 6, 9, "None"), Edit(other, 0, 4, ""))
    assert json_fix(report_on({FILE: b"a\nf(x=cfg)\n", other: b"abc\nd\n"}, finding)) == {
        "applicability": "safe",
        "edits": [
            {
                "content": "None",
                "end_location": {"column": 8, "row": 2},
                "filename": "/project/xtuner/v1/gated_deltanet.py",
                "location": {"column": 5, "row": 2},
            },
            {
                "content": "",
                "end_location": {"column": 1, "row": 2},
                "filename": "/project/b.py",
                "location": {"column": 1, "row": 1},
            },
        ],
        "message": "Pass `None`",
    }
    assert json_fix(report(UNSAFE))["applicability"] == "unsafe"
    assert json_fix(report(NONE)) is None


@pytest.mark.parametrize(
    ("data", "old", "content", "start", "end", "written"),
    [
        ("f('日本', cfg)\n".encode(), "cfg", "None", (1, 9), (1, 12), "None"),
        ("f('😀', cfg)\n".encode(), "cfg", "None", (1, 8), (1, 11), "None"),
        (b"\tf(\tcfg)\n", "cfg", "None", (1, 5), (1, 8), "None"),
        (b"a\r\nf(cfg)\r\n", "cfg", "x,\ny", (2, 3), (2, 6), "x,\r\ny"),
        (b"\xef\xbb\xbff(cfg)\n", "cfg", "None", (1, 3), (1, 6), "None"),
        (b"a\nf(cfg)\r\n", "cfg", "x,\ny", (2, 3), (2, 6), "x,\r\ny"),
        (b"\xef\xbb\xbff(cfg)\r\n", "cfg", "\n", (1, 3), (1, 6), "\r\n"),
        (b"# coding: latin-1\nf('\xfc', cfg)\n", "cfg", "None", (2, 8), (2, 11), "None"),
        (b"f(\x0c'a\rb', cfg)\n", "cfg", "None", (1, 11), (1, 14), "None"),
        (b"f(\n    cfg,\n)\n", "    cfg,\n", "", (2, 1), (3, 1), ""),
        (b"f(cfg)", "cfg)", "None)\n", (1, 3), (1, 7), "None)\n"),
        (b"\nf(cfg)", "cfg", "a\nb", (2, 3), (2, 6), "a\nb"),
    ],
)
def test_positions(
    data: bytes, old: str, content: str, start: tuple[int, int], end: tuple[int, int], written: str
) -> None:
    text = Source(FILE, data).text
    assert text is not None
    at = text.index(old)
    fix = Fix("m", (Edit(FILE, at, at + len(old), content),))
    assert changes(fix, report_on({FILE: data}).text) == [(FILE, Position(*start), Position(*end), written)]


@given(st.text("a\t😀日\r\n", max_size=30), st.integers(0, 30), st.integers(0, 5))
def test_who_edits_by_row_and_column_edits_the_same(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(start + length, len(text))
    (change,) = changes(Fix("m", (Edit(FILE, start, end, "new"),)), lambda path: text)
    rows = text.split("\n")

    def index(place: Position) -> int:
        assert 1 <= place.column <= len(rows[place.line - 1]) + 1
        return sum(len(row) + 1 for row in rows[: place.line - 1]) + place.column - 1

    assert (index(change.start), index(change.end)) == (start, end)


def test_a_file_that_is_gone_gives_some_place(tmp_path: Path) -> None:
    fix = Fix("m", (Edit(tmp_path / "gone.py", 5, 9, "x"),))
    (change,) = changes(fix, report_on({}).text)
    assert change.start <= change.end
