"""The Code Quality report of GitLab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small_reports import FILE, FINDING, FINGERPRINT, ROOT, at, render, report, report_on

from lint_rules.reports.report import Report


def items(report: Report) -> Any:
    (text,) = render("gitlab", report)
    assert text.isascii()
    return json.loads(text)


def test_a_finding() -> None:
    assert items(report(FINDING)) == [
        {
            "check_name": "QF001",
            "description": "QF001: `float8_cfg` is forwarded into GatedDeltaNet, which exclusion `gdn` keeps "
            "unquantized",
            "severity": "major",
            "fingerprint": FINGERPRINT,
            "location": {"path": "xtuner/v1/gated_deltanet.py", "lines": {"begin": 103, "end": 103}},
        }
    ]


def test_no_findings() -> None:
    assert render("gitlab", report()) == ["[]"]


def test_fingerprints_differ_and_survive_line_moves() -> None:
    before = items(report_on({FILE: b"f(cfg)\nf(cfg)\n"}, at(1, 1), at(2, 1)))
    moved = items(report_on({FILE: b"\n\nf(cfg)\nf(cfg)\n"}, at(3, 1), at(4, 1)))
    assert len({item["fingerprint"] for item in before}) == 2
    assert [item["fingerprint"] for item in before] == [item["fingerprint"] for item in moved]
    assert [item["location"]["lines"]["begin"] for item in moved] == [3, 4]


def test_a_finding_over_some_lines() -> None:
    assert items(report(at(3, 1, end=2, end_line=5)))[0]["location"]["lines"] == {"begin": 3, "end": 5}


@pytest.mark.parametrize(
    ("checkout", "path", "shown"),
    [
        (None, "/project/a b/ü.py", "a b/ü.py"),
        (None, "/else/x.py", "/else/x.py"),
        ("", "/project/x.py", "x.py"),
        ("/", "/project/x.py", "project/x.py"),
        ("/project/", "/project/x.py", "x.py"),
        ("/elsewhere", "/project/x.py", "x.py"),
    ],
)
def test_paths_are_relative_to_the_checkout(
    monkeypatch: pytest.MonkeyPatch, checkout: str | None, path: str, shown: str
) -> None:
    if checkout is not None:
        monkeypatch.setenv("CI_PROJECT_DIR", checkout)
    made = report(at(1, 1)._replace(path=Path(path)))
    assert items(made)[0]["location"]["path"] == shown
    assert items(made._replace(folder=ROOT / "xtuner"))[0]["location"]["path"] == shown


def test_the_fingerprint_does_not_depend_on_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    before = items(report(FINDING))[0]["fingerprint"]
    monkeypatch.setenv("CI_PROJECT_DIR", "/")
    assert items(report(FINDING))[0]["fingerprint"] == before
