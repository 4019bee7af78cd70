"""Whole projects, checked as on a build server: what the documents are valid against, and who can read them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as xml

import jsonschema
import pytest

from lint_rules.cli import main

TESTS = Path(__file__).resolve().parents[1]
CASES = TESTS / "cases"
SCHEMA = jsonschema.Draft4Validator(json.loads((TESTS / "data/sarif-schema-2.1.0.json").read_text("utf-8")))
NAMES = ["kda-before", "factory-ladder", "odd-files", "odd-bytes", "config-only-forms", "clean-shop"]

Print = Callable[..., str]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Print:
    def printed(root: Path, output_format: str, *options: str) -> str:
        monkeypatch.chdir(root)
        main(["check", "--output-format", output_format, "--no-cache", *options])
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return printed


def findings(root: Path, printed: Print) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(printed(root, "json"))
    return found


@pytest.mark.parametrize("case", NAMES)
def test_sarif_is_valid_and_says_what_json_says(case: str, printed: Print) -> None:
    root = CASES / case
    document = json.loads(printed(root, "sarif"))
    SCHEMA.validate(document)
    (run,) = document["runs"]
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == f"{root.as_uri()}/"
    places = [
        (each["ruleId"], place["artifactLocation"]["uri"], *place["region"].values())
        for each in run["results"]
        for place in [each["locations"][0]["physicalLocation"]]
    ]
    expected = [
        (
            each["code"],
            Path(each["filename"]).relative_to(root).as_posix(),
            *(each[end][key] for end in ("location", "end_location") for key in ("row", "column")),
        )
        for each in findings(root, printed)
    ]
    assert places == expected
    prints = [each["partialFingerprints"]["quantfence/v1"] for each in run["results"]]
    assert len(set(prints)) == len(prints)


def test_the_schema_rejects_what_is_wrong(printed: Print) -> None:
    document = json.loads(printed(CASES / "kda-before", "sarif"))
    document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert not SCHEMA.is_valid(document)


@pytest.mark.parametrize("case", ["kda-before", "factory-ladder", "odd-files", "clean-shop"])
def test_sarif_tools_reads_it(case: str, printed: Print, tmp_path: Path) -> None:
    loader = pytest.importorskip("sarif.loader")
    expected = findings(CASES / case, printed)
    file = tmp_path / "report.sarif"
    file.write_text(printed(CASES / case, "sarif"), "utf-8")
    records = loader.load_sarif_file(str(file)).get_records()
    assert [(each["Code"], each["Line"], each["Severity"]) for each in records] == [
        (each["code"], each["location"]["row"], "error") for each in expected
    ]
    summary = subprocess.run(
        [sys.executable, "-m", "sarif", "summary", str(file)], capture_output=True, text=True, cwd=tmp_path
    )
    assert summary.returncode == 0, summary.stderr
    assert f"error: {len(expected)}\n" in summary.stdout


def test_fingerprints_survive_what_moves_lines(printed: Print, tmp_path: Path) -> None:
    def prints(root: Path) -> list[str]:
        (run,) = json.loads(printed(root, "sarif"))["runs"]
        return [each["partialFingerprints"]["quantfence/v1"] for each in run["results"]]

    moved = tmp_path / "moved"
    shutil.copytree(CASES / "factory-ladder", moved)
    for file in moved.rglob("*.py"):
        file.write_bytes(b"# A comment.\n\n" + file.read_bytes())
    before = prints(CASES / "factory-ladder")
    assert before
    assert prints(moved) == before


@pytest.mark.parametrize("case", NAMES)
def test_junit_and_gitlab_say_what_json_says(case: str, printed: Print) -> None:
    root = CASES / case
    expected = [
        (each["code"], Path(each["filename"]).relative_to(root).as_posix(), each["location"]["row"])
        for each in findings(root, printed)
    ]
    suites = xml.fromstring(printed(root, "junit"))
    assert suites.attrib["failures"] == str(len(expected))
    assert [
        (test.attrib["name"].removeprefix("org.quantfence."), suite.attrib["name"], int(test.attrib["line"]))
        for suite in suites
        for test in suite
        if test.find("failure") is not None
    ] == expected
    items = json.loads(printed(root, "gitlab"))
    assert [
        (item["check_name"], item["location"]["path"], item["location"]["lines"]["begin"]) for item in items
    ] == expected
    assert len({item["fingerprint"] for item in items}) == len(items)


@pytest.mark.parametrize("output_format", ["sarif", "junit", "gitlab"])
def test_a_document_stays_one_whatever_else_is_asked_for(
    output_format: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(CASES / "kda-before")
    main(["check", "--output-format", output_format, "--color", "always"])
    plain = capsys.readouterr().out
    main(["check", "--output-format", output_format, "--show-unresolved", "-v"])
    assert capsys.readouterr().out == plain
    (json.loads if output_format != "junit" else xml.fromstring)(plain)


def test_a_project_elsewhere_with_spaces_and_umlauts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path.resolve() / "mein Prüfling"
    shutil.copytree(CASES / "kda-before", root)
    monkeypatch.chdir(tmp_path)
    main(["check", "--root", str(root), "--manifest", str(root / "quantfence.yaml"), "--output-format", "sarif"])
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    base = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    assert base == f"{tmp_path.resolve().as_uri()}/mein%20Pr%C3%BCfling/"
    (found,) = run["results"]
    uri = urljoin(base, found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
    assert unquote(urlsplit(uri).path) == str(root / "trainer/attention/kda.py")
