"""What each format prints for given findings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from small_reports import FILE, FINDING, ROOT, SOURCE, at, render, report

from lint_rules.diagnostic import Diagnostic, Position, Step
from lint_rules.reports.terminal import width


def shown(line: str, column: int, end: int | None = None) -> tuple[str, str]:
    """The source line and the carets that a report prints for a finding in a file of one line."""
    *_, source, carets = render("text", report(at(1, column, end), lines=[line], quiet=True))
    return source.removeprefix("1 | "), carets.removeprefix("  | ")


# --- text


def test_text() -> None:
    assert render("text", report(FINDING)) == [
        "xtuner/v1/gated_deltanet.py:103:13: QF001 `float8_cfg` is forwarded into GatedDeltaNet, "
        "which exclusion `gdn` keeps unquantized",
        "    |",
        "101 |             **self.model_dump(),",
        "102 |             hidden_size=hidden_size,",
        "103 |             float8_cfg=float8_cfg,",
        "    |             ^^^^^^^^^^^^^^^^^^^^^",
        "    = path: MoEConfig.float8_cfg (base.py:127) → MoE.build_layers (moe.py:1011) → GatedDeltaNetConfig.build",
        "    = layers: out_proj, in_proj_qkv, in_proj_z",
        "    = help: pass None, or declare a policy in the manifest",
        "Found 1 problem in 214 files.",
    ]


def test_text_has_a_blank_line_between_findings() -> None:
    printed = render("text", report(at(1, 1), at(2, 1), lines=["a", "b"]))
    assert printed == [
        *("xtuner/v1/gated_deltanet.py:1:1: QF001 m", "  |", "1 | a", "  | ^", ""),
        *("xtuner/v1/gated_deltanet.py:2:1: QF001 m", "  |", "1 | a", "2 | b", "  | ^"),
        "Found 2 problems in 214 files.",
    ]


def test_text_without_findings() -> None:
    assert render("text", report()) == ["All clear: 214 files checked."]
    assert render("text", report(quiet=True)) == []


def test_text_counts_what_is_elsewhere() -> None:
    assert render("text", report()._replace(elsewhere=2, files=1)) == [
        "All clear: 1 file checked. (2 problems in other files of the project)"
    ]


@pytest.mark.parametrize("form", ["text", "concise"])
def test_people_are_told_what_the_baseline_holds(form: str) -> None:
    def last(**changes: int) -> str:
        return render(form, report()._replace(**changes))[-1]

    assert last(baselined=1) == "All clear: 214 files checked. (1 in the baseline)"
    assert last(baselined=2, fixed=3) == "Found 3 problems (3 fixed, 0 remaining). (2 in the baseline)"
    assert last(baselined=2, elsewhere=1) == (
        "All clear: 214 files checked. (1 problem in other files of the project, 2 in the baseline)"
    )


def test_line_numbers_line_up() -> None:
    printed = render("text", report(at(10, 1), lines=["x"] * 12, quiet=True))
    assert printed[1:] == ["   |", "8  | x", "9  | x", "10 | x", "   | ^"]


def test_blank_lines_leave_no_spaces_at_their_end() -> None:
    assert render("text", report(at(2, 1), lines=["", "x"], quiet=True))[1:] == ["  |", "1 |", "2 | x", "  | ^"]


@pytest.mark.parametrize("lines", [[], [""], ["x", "y"]])
def test_no_excerpt_where_the_file_has_no_such_line(lines: list[str]) -> None:
    finding = at(9, 1)._replace(help="h")
    assert render("text", report(finding, lines=lines, quiet=True))[1:] == ["  = help: h"]


def test_many_layers_are_counted() -> None:
    def layers(number: int) -> str:
        finding = at(1, 1)._replace(layers=tuple(f"l{n}" for n in range(number)))
        return render("text", report(finding, lines=["x"], quiet=True))[-1]

    assert layers(8) == "  = layers: l0, l1, l2, l3, l4, l5, l6, l7"
    assert layers(9) == "  = layers: l0, l1, l2, l3, l4, l5, l6 and 2 more"


def test_paths_outside_the_current_directory_are_absolute() -> None:
    finding = at(1, 1)._replace(path=Path("/elsewhere/a.py"))
    assert render("concise", report(finding))[0] == "/elsewhere/a.py:1:1: QF001 m"


@pytest.mark.parametrize(
    ("line", "column", "end", "source", "carets"),
    [
        ("f(cfg)", 3, 6, "f(cfg)", "  ^^^"),
        ("\tf(\tcfg)", 5, 8, "    f(    cfg)", "          ^^^"),
        ("f('日本', cfg)", 9, 12, "f('日本', cfg)", "          ^^^"),
        ("f('日本')", 3, 7, "f('日本')", "  ^^^^^^"),
        ("f('😀', cfg)", 8, 11, "f('😀', cfg)", "        ^^^"),
        ("f('e\u0301', cfg)", 9, 12, "f('e\u0301', cfg)", "       ^^^"),
        ("f('\x1b[2J', cfg)", 11, 14, "f('␛[2J', cfg)", "          ^^^"),
        ("\x0cf(cfg)", 4, 7, "␌f(cfg)", "   ^^^"),
        ("f('\u202e', cfg)", 8, 11, "f('\ufffd', cfg)", "       ^^^"),
        ("f(", 3, 3, "f(", "  ^"),
        ("f(", 40, 41, "f(", "  ^"),
        ("f(cfg)", 3, 99, "f(cfg)", "  ^^^^"),
    ],
)
def test_carets_stand_below_what_they_mean(line: str, column: int, end: int, source: str, carets: str) -> None:
    assert shown(line, column, end) == (source, carets)


def test_carets_end_with_the_line_where_the_finding_goes_on() -> None:
    printed = render("text", report(at(1, 3, end=2, end_line=3), lines=["f(abc", "", ")"], quiet=True))
    assert printed[-1] == "  |   ^^^"


@pytest.mark.parametrize("column", [1, 60, 5000, 9998, 10001])
def test_a_very_long_line_is_cut_around_the_finding(column: int) -> None:
    line = "x" * (column - 1) + "CFG" + "y" * (10000 - column)
    source, carets = shown(line, column, column + 3)
    assert len(source) <= 170
    assert source[len(carets) - 3 : len(carets)] == "CFG"
    assert carets.strip() == "^^^"
    assert source.startswith("…") is (column > 80)
    assert source.endswith("…") is (column < 9900)


def test_a_finding_longer_than_a_line_is_cut_too() -> None:
    source, carets = shown("x" * 10000, 100, 9000)
    assert width(carets) <= width(source)


def test_nothing_that_a_terminal_obeys_gets_through() -> None:
    nasty = "a\x1b]0;title\x07\x9b\u202e\r\nb\udcff\u2028"
    finding = Diagnostic(
        code="QF001",
        message=nasty,
        path=ROOT / nasty,
        start=Position(1, 1),
        end=Position(1, 2),
        flow=(Step(nasty, ROOT / nasty, 1),),
        layers=(nasty,),
        help=nasty,
    )
    for output_format in ("text", "concise", "github"):
        for line in render(output_format, report(finding, lines=[nasty], quiet=True)):
            assert line.isprintable(), line
    assert json.loads("\n".join(render("json", report(finding))))[0]["message"] == nasty


def test_color_changes_no_letter() -> None:
    colored = render("text", report(FINDING, color=True))
    assert any("\x1b[" in line for line in colored)
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in colored] == render("text", report(FINDING))


# --- the others


def test_concise() -> None:
    assert render("concise", report(at(3, 7))) == [
        "xtuner/v1/gated_deltanet.py:3:7: QF001 m",
        "Found 1 problem in 214 files.",
    ]


def test_json_has_the_shape_of_ruff() -> None:
    (printed,) = render("json", report(FINDING))
    assert json.loads(printed) == [
        {
            "cell": None,
            "code": "QF001",
            "end_location": {"column": 34, "row": 103},
            "filename": str(FILE),
            "fix": None,
            "flow": [
                {"filename": "/project/xtuner/v1/base.py", "label": "MoEConfig.float8_cfg", "row": 127},
                {"filename": "/project/xtuner/v1/moe.py", "label": "MoE.build_layers", "row": 1011},
                {"filename": None, "label": "GatedDeltaNetConfig.build", "row": None},
            ],
            "help": "pass None, or declare a policy in the manifest",
            "layers": ["out_proj", "in_proj_qkv", "in_proj_z"],
            "location": {"column": 13, "row": 103},
            "message": FINDING.message,
            "name": "excluded-module-quantized",
            "noqa_row": 103,
            "preview": False,
            "severity": "error",
            "url": None,
        }
    ]


@pytest.mark.parametrize("output_format", ["text", "concise", "github", "gitlab", "junit"])
def test_what_only_looks_wrong_is_marked(output_format: str) -> None:
    preview = FINDING._replace(preview=True)
    mark = "which exclusion `gdn` keeps unquantized (preview)"
    assert mark in "\n".join(render(output_format, report(preview, lines=SOURCE)))
    assert "(preview)" not in "\n".join(render(output_format, report(FINDING, lines=SOURCE)))


def test_programs_are_told_what_only_looks_wrong() -> None:
    preview = FINDING._replace(preview=True)
    (item,) = json.loads("\n".join(render("json", report(preview))))
    assert (item["preview"], item["message"]) == (True, FINDING.message)
    (result,) = json.loads("\n".join(render("sarif", report(preview))))["runs"][0]["results"]
    assert (result["properties"], result["level"]) == ({"preview": True}, "error")
    (sure,) = json.loads("\n".join(render("sarif", report(FINDING))))["runs"][0]["results"]
    assert "properties" not in sure


def test_json_without_findings_is_an_empty_list() -> None:
    assert render("json", report()) == ["[]"]


def test_github() -> None:
    assert render("github", report(FINDING)) == [
        "::error title=quantfence (QF001),file=/project/xtuner/v1/gated_deltanet.py,line=103,col=13,endLine=103,"
        "endColumn=34::xtuner/v1/gated_deltanet.py:103:13: QF001 `float8_cfg` is forwarded into GatedDeltaNet, which "
        "exclusion `gdn` keeps unquantized%0Apath: MoEConfig.float8_cfg (base.py:127) → MoE.build_layers (moe.py:1011) "
        "→ GatedDeltaNetConfig.build%0Alayers: out_proj, in_proj_qkv, in_proj_z%0Ahelp: pass None, or declare a policy "
        "in the manifest"
    ]


def test_github_escapes() -> None:
    finding = at(1, 1)._replace(path=Path("/a,b:c%d/x.py"), message="100% of: a, b")
    assert render("github", report(finding)) == [
        "::error title=quantfence (QF001),file=/a%2Cb%3Ac%25d/x.py,line=1,col=1,endLine=1,endColumn=2::"
        "/a,b:c%25d/x.py:1:1: QF001 100%25 of: a, b"
    ]
    assert render("github", report()) == []


def test_statistics() -> None:
    findings = [at(1, 1)._replace(code=code) for code in ("QF002", "QF001", "QF900", "QF900")]
    expected = ["2\tQF900\t", "1\tQF001\texcluded-module-quantized", "1\tQF002\t"]
    assert render("text", report(*findings, quiet=True), statistics=True) == expected
    assert render("text", report(*findings), statistics=True) == [*expected, "Found 4 problems in 214 files."]
