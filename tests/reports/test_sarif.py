"""The SARIF report."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from small_reports import FILE, FINDING, FINGERPRINT, PAGE, ROOT, RULES, Rule, at, fixed, render, report, report_on

from lint_rules import __version__
from lint_rules.diagnostic import Diagnostic, Edit, Fix, Position, Step
from lint_rules.reports.report import Report

DATA = Path(__file__).resolve().parents[1] / "data"
SCHEMA = jsonschema.Draft4Validator(json.loads((DATA / "sarif-schema-2.1.0.json").read_text("utf-8")))


def document(report: Report) -> Any:
    (text,) = render("sarif", report)
    assert text.isascii()
    document = json.loads(text)
    SCHEMA.validate(document)
    return document


def run(report: Report) -> Any:
    (run,) = document(report)["runs"]
    return run


def result(report: Report) -> Any:
    return run(report)["results"][0]


def place(uri: str, *region: int) -> dict[str, Any]:
    """A place below the root, as SARIF has it."""
    keys = ("startLine", "startColumn", "endLine", "endColumn")
    return {
        "artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"},
        "region": dict(zip(keys, region, strict=False)),
    }


def test_a_finding() -> None:
    here = place("xtuner/v1/gated_deltanet.py", 103, 13, 103, 34)
    text = "`float8_cfg` is forwarded into GatedDeltaNet, which exclusion `gdn` keeps unquantized"
    steps = [
        (place("xtuner/v1/base.py", 127), "MoEConfig.float8_cfg"),
        (place("xtuner/v1/moe.py", 1011), "MoE.build_layers"),
        (here, "GatedDeltaNetConfig.build"),
        (here, text),
    ]
    assert document(report(FINDING)) == {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "quantfence",
                        "version": __version__,
                        "rules": [
                            {
                                "id": "QF001",
                                "name": "excluded-module-quantized",
                                "shortDescription": {"text": "A builder forwards a config."},
                                "fullDescription": {"text": "Follows every config to its end."},
                                "help": {"text": PAGE, "markdown": PAGE},
                                "defaultConfiguration": {"enabled": True, "level": "error"},
                            }
                        ],
                    }
                },
                "invocations": [{"executionSuccessful": True}],
                "originalUriBaseIds": {"%SRCROOT%": {"uri": "file:///project/"}},
                "columnKind": "unicodeCodePoints",
                "results": [
                    {
                        "ruleId": "QF001",
                        "ruleIndex": 0,
                        "level": "error",
                        "message": {
                            "text": f"{text}.\n"
                            "layers: out_proj, in_proj_qkv, in_proj_z\n"
                            "help: pass None, or declare a policy in the manifest"
                        },
                        "locations": [{"physicalLocation": here}],
                        "partialFingerprints": {"quantfence/v1": FINGERPRINT},
                        "codeFlows": [
                            {
                                "threadFlows": [
                                    {
                                        "locations": [
                                            {"location": {"physicalLocation": where, "message": {"text": label}}}
                                            for where, label in steps
                                        ]
                                    }
                                ]
                            }
                        ],
                    }
                ],
            }
        ],
    }


def test_no_findings() -> None:
    found = run(report())
    assert found["results"] == []
    assert found["tool"]["driver"]["rules"] == []
    assert found["invocations"] == [{"executionSuccessful": True}]


def test_it_is_the_same_each_time() -> None:
    findings = (FINDING, fixed(at(9, 1), Edit(FILE, 0, 1, "x")))
    assert render("sarif", report(*findings)) == render("sarif", report(*findings))


def test_what_has_no_path_has_no_flow_and_what_has_no_fix_no_fixes() -> None:
    assert result(report(at(1, 1))).keys().isdisjoint({"codeFlows", "fixes"})


def test_rules_are_those_that_report_and_results_point_to_them() -> None:
    findings = [at(1, 1)._replace(code=code) for code in ("QF900", "QF001", "QF900")]
    found = run(report(*findings))
    assert [rule["id"] for rule in found["tool"]["driver"]["rules"]] == ["QF001", "QF900"]
    assert [each["ruleIndex"] for each in found["results"]] == [1, 0, 1]


def test_pages_are_made_for_the_rules_that_report_alone() -> None:
    class Unwanted(Rule):
        def page(self) -> str:
            raise AssertionError("nobody asked for it")

    rules = {**RULES, "QF002": Unwanted("QF002", "n", "s")}
    assert render("sarif", report(FINDING)._replace(rules=rules))
    for output_format in ("text", "concise", "json", "junit", "gitlab", "github"):
        findings = (FINDING, at(1, 1)._replace(code="QF002"))
        assert render(output_format, report(*findings)._replace(rules=rules))


def test_a_page_without_sections_says_no_more_than_the_summary() -> None:
    rules = {"QF001": Rule("QF001", "n", "a thing", "# n\n\nA thing.\n")}
    (rule,) = run(report(FINDING)._replace(rules=rules))["tool"]["driver"]["rules"]
    assert rule["fullDescription"] == rule["shortDescription"] == {"text": "A thing."}


# --- places


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/ü.py", "a%20b/%C3%BC.py"),
        ("日本/#1?.py", "%E6%97%A5%E6%9C%AC/%231%3F.py"),
        ("100%/a+b~c.py", "100%25/a%2Bb~c.py"),
        ("c:/x.py", "c%3A/x.py"),
    ],
)
def test_paths_are_uris(path: str, uri: str) -> None:
    finding = at(1, 1)._replace(path=ROOT / path)
    assert result(report(finding))["locations"][0]["physicalLocation"] == place(uri, 1, 1, 1, 2)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere names are text")
def test_a_name_that_is_no_text_is_a_uri_of_its_bytes() -> None:
    finding = at(1, 1)._replace(path=ROOT / os.fsdecode(b"\xff.py"))
    assert result(report(finding))["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "%FF.py"


@pytest.mark.parametrize(
    ("root", "uri"), [("/", "file:///"), ("/a b", "file:///a%20b/"), ("/ü/x", "file:///%C3%BC/x/")]
)
def test_the_root_is_a_folder_uri(root: str, uri: str) -> None:
    assert run(report()._replace(root=Path(root)))["originalUriBaseIds"]["%SRCROOT%"]["uri"] == uri


def test_places_do_not_depend_on_the_current_directory() -> None:
    made = report(FINDING)
    assert document(made._replace(folder=Path("/elsewhere"))) == document(made)
    assert document(made._replace(folder=FILE.parent)) == document(made)


def test_paths_are_relative_to_the_checkout_in_code_scanning(monkeypatch: pytest.MonkeyPatch) -> None:
    made = report(FINDING)._replace(root=ROOT / "xtuner")
    before = result(made)
    assert before["locations"][0]["physicalLocation"] == place("v1/gated_deltanet.py", 103, 13, 103, 34)
    monkeypatch.setenv("GITHUB_WORKSPACE", "/project")
    assert run(made)["originalUriBaseIds"]["%SRCROOT%"]["uri"] == "file:///project/"
    assert result(made)["locations"][0]["physicalLocation"] == place("xtuner/v1/gated_deltanet.py", 103, 13, 103, 34)
    assert result(made)["partialFingerprints"] == before["partialFingerprints"]
    monkeypatch.setenv("GITHUB_WORKSPACE", "/elsewhere")
    assert result(made) == before


def test_a_file_outside_the_root_has_a_uri_of_its_own() -> None:
    finding = at(1, 1)._replace(path=Path("/else where/a.py"))
    artifact = result(report(finding))["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "file:///else%20where/a.py"}


def test_a_step_may_have_a_file_and_no_line() -> None:
    finding = at(1, 1)._replace(flow=(Step("quantfence.yaml", ROOT / "quantfence.yaml"),))
    (first, _) = result(report(finding))["codeFlows"][0]["threadFlows"][0]["locations"]
    assert first["location"]["physicalLocation"] == {
        "artifactLocation": {"uri": "quantfence.yaml", "uriBaseId": "%SRCROOT%"}
    }


def test_texts_hold_nothing_that_a_reader_chokes_on() -> None:
    nasty = "a\x1b\udcff\x00\n日"
    finding = at(1, 1)._replace(message=nasty, help=nasty, layers=(nasty,), flow=(Step(nasty),))
    found = result(report(finding))
    assert found["message"]["text"] == "a␛\ufffd␀␊日.\nlayers: a␛\ufffd␀␊日\nhelp: a␛\ufffd␀␊日"
    assert "\\ud" not in render("sarif", report(finding))[0]


# --- fingerprints


def test_fingerprints_survive_line_moves_and_tell_findings_apart() -> None:
    def fingerprint(*findings: Diagnostic, data: str) -> list[str]:
        found = run(report_on({FILE: data.encode()}, *findings))["results"]
        return [each["partialFingerprints"]["quantfence/v1"] for each in found]

    before = fingerprint(at(1, 1), at(2, 1), data="f(cfg)\nf(cfg)\n")
    moved = fingerprint(at(3, 1), at(4, 1), data="# new\n\nf(cfg)\nf(cfg)\n")
    assert before == moved
    assert len(set(before)) == 2


# --- fixes


def test_a_fix_over_two_files() -> None:
    other = ROOT / "a b.py"
    finding = fixed(
        at(1, 1), Edit(FILE, 5, 8, "None"), Edit(other, 0, 6, ""), Edit(FILE, 0, 0, "import x\n"), safe=False
    )
    files = {FILE: "😀\r\nf(日本)\r\n".encode(), other: b"\xef\xbb\xbfimport\n"}
    assert result(report_on(files, finding))["fixes"] == [
        {
            "description": {"text": "Pass `None` (unsafe)"},
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": "xtuner/v1/gated_deltanet.py", "uriBaseId": "%SRCROOT%"},
                    "replacements": [
                        {
                            "deletedRegion": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 6},
                            "insertedContent": {"text": "None"},
                        },
                        {
                            "deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1},
                            "insertedContent": {"text": "import x\r\n"},
                        },
                    ],
                },
                {
                    "artifactLocation": {"uri": "a%20b.py", "uriBaseId": "%SRCROOT%"},
                    "replacements": [
                        {"deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 7}}
                    ],
                },
            ],
            "properties": {"applicability": "unsafe"},
        }
    ]


def test_a_safe_fix_says_so_to_programs() -> None:
    (fix,) = result(report(at(1, 1)._replace(fix=Fix("m", (Edit(FILE, 0, 1, "x"),)))))["fixes"]
    assert fix["description"] == {"text": "m"}
    assert fix["properties"] == {"applicability": "safe"}


def test_a_finding_without_a_width() -> None:
    start = Position(7, 1)
    finding = Diagnostic("QF900", "can't be parsed", FILE, start, start)
    found = result(report(finding))
    assert found["locations"][0]["physicalLocation"] == place("xtuner/v1/gated_deltanet.py", 7, 1, 7, 1)
    assert found["message"]["text"] == "can't be parsed."
