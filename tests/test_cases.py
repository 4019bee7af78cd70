"""Whole projects with all that must be said of them, and nothing else: see the README.md of each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lint_rules.check import Request, check
from lint_rules.cli import main
from lint_rules.manifest.load import load_manifest
from lint_rules.project.files import project_files
from lint_rules.rules import all_rules

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.parent.name for path in CASES.glob("*/expected.txt"))
CODES = frozenset(rule.code for rule in all_rules())

UNREAD = {"odd-bytes": 1}
"""How many files of a case hold no name that matters and can't be parsed: only an exhaustive check says so."""

KNOWN = {"misnamed-turned-indices": "an index does not know which loop it is from"}
"""Cases of which it is known that something in them is missed, and why."""

Report = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Report:
    """Check a case from within its folder, as a person does; what the JSON report holds."""

    def report(case: str, *options: str) -> list[dict[str, Any]]:
        monkeypatch.chdir(CASES / case)
        manifest = str(CASES / case / "quantfence.yaml")
        code = main(["check", "--manifest", manifest, "--output-format", "json", "--no-cache", *options, "."])
        out, err = capsys.readouterr()
        items: list[dict[str, Any]] = json.loads(out)
        assert err == ""
        assert code == (1 if items else 0)
        return items

    return report


def expected(case: str) -> list[tuple[str, int, str]]:
    """The lines of ``expected.txt``, or of the file for this Python, for the rules that there are."""
    file = CASES / case / "expected.txt"
    newer = file.with_name("expected-3.12.txt")
    if sys.version_info >= (3, 12) and newer.exists():
        file = newer
    found = []
    for line in file.read_text("utf-8").splitlines():
        place, code = line.rsplit(" ", 1)
        path, row = place.rsplit(":", 1)
        if code in CODES:
            found.append((path, int(row), code))
    return sorted(found)


def places(items: list[dict[str, Any]], case: str) -> list[tuple[str, int, str]]:
    root = CASES / case
    return sorted(
        (Path(item["filename"]).relative_to(root).as_posix(), item["location"]["row"], item["code"]) for item in items
    )


def test_bytes_are_what_the_cases_need() -> None:
    """Git, editors and formatters change line ends; then these would no longer test what they are for."""
    assert (CASES / "odd-files/odd/windows.py").read_bytes().count(b"\r\n") > 20
    assert (CASES / "odd-files/odd/marked.py").read_bytes().startswith(b"\xef\xbb\xbf")
    assert b"\x0c" in (CASES / "odd-files/odd/pages.py").read_bytes()
    with pytest.raises(UnicodeDecodeError):
        (CASES / "odd-files/odd/latin.py").read_text("utf-8")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=KNOWN[name])) if name in KNOWN else name
        for name in NAMES
    ],
)
def test_findings(case: str, report: Report) -> None:
    assert places(report(case), case) == expected(case)


def _exhaustive(case: str, report: Report) -> list[dict[str, Any]]:
    """What an exhaustive check prints, but for the files that only it reads."""
    usual, exhaustive = report(case), report(case, "--exhaustive")
    more = [item for item in exhaustive if item["code"] == "QF900" and item not in usual]
    assert len(more) == UNREAD.get(case, 0)
    return [item for item in exhaustive if item not in more]


@pytest.mark.parametrize("case", NAMES)
def test_the_exhaustive_check_prints_the_same(case: str, report: Report) -> None:
    assert _exhaustive(case, report) == report(case)


@pytest.mark.parametrize("case", NAMES)
def test_nothing_depends_on_the_order_of_files_or_on_what_ran_before(case: str) -> None:
    root = CASES / case
    request = Request(load_manifest(root / "quantfence.yaml"), root, project_files(root).files)
    outcome = check(request)
    assert check(request._replace(files=request.files[::-1])) == outcome
    assert check(request) == outcome
