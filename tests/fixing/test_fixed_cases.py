"""``--fix`` on every case: what can be fixed is, nothing new comes up, and a second run changes nothing."""

from __future__ import annotations

import ast
import json
import shutil
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lint_rules.cli import main

CASES = Path(__file__).parents[1] / "cases"
NAMES = sorted(path.parent.name for path in CASES.glob("*/expected.txt"))


class Tree:
    """A copy of a case, checked from within."""

    def __init__(self, name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.name = name
        self.folder = folder
        self._capsys = capsys

    def run(self, *options: str) -> list[dict[str, Any]]:
        main(["check", "--manifest", "quantfence.yaml", "--output-format", "json", "--no-cache", *options, "."])
        out, err = self._capsys.readouterr()
        assert err == ""
        found: list[dict[str, Any]] = json.loads(out)
        return found

    @property
    def files(self) -> dict[str, bytes]:
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in self.folder.rglob("*.py")}


@pytest.fixture(params=NAMES)
def tree(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tree:
    folder = tmp_path / "case"
    shutil.copytree(CASES / request.param, folder)
    monkeypatch.chdir(folder)
    return Tree(request.param, folder, capsys)


def parse(data: bytes) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(data)
        except (SyntaxError, ValueError):
            return None


def safe(item: dict[str, Any]) -> bool:
    return item["fix"] is not None and item["fix"]["applicability"] == "safe"


def places(items: list[dict[str, Any]]) -> Counter[tuple[str, str, str]]:
    """Findings without their lines, which fixes may move."""
    return Counter((item["filename"], item["code"], item["message"]) for item in items)


def test_fix(tree: Tree) -> None:
    before, files = tree.run(), tree.files
    left = tree.run("--fix")
    assert [item for item in left if safe(item)] == []
    new = Counter(item["code"] for item in left) - Counter(item["code"] for item in before if not safe(item))
    assert new == Counter()
    after = tree.files
    for name, data in after.items():
        assert (parse(data) is None) == (parse(files[name]) is None)
    assert {name for name in files if files[name] != after[name]} <= {
        Path(edit["filename"]).relative_to(tree.folder.resolve()).as_posix()
        for item in before
        if safe(item)
        for edit in item["fix"]["edits"]
    }
    again = tree.run("--fix")
    assert tree.files == after
    assert places(again) == places(left)


def test_unsafe_fixes(tree: Tree) -> None:
    before, files = tree.run(), tree.files
    left = tree.run("--fix", "--unsafe-fixes")
    assert [item for item in left if item["fix"] is not None] == []
    new = Counter(item["code"] for item in left) - Counter(item["code"] for item in before if item["fix"] is None)
    assert new == Counter()
    after = tree.files
    for name, data in after.items():
        assert (parse(data) is None) == (parse(files[name]) is None)
    tree.run("--fix", "--unsafe-fixes")
    assert tree.files == after


SAFELY_FIXED = {
    "kda-before": {"QF001": 1},
    "config-only-forms": {"QF002": 14},
    "entrypoint-forms": {"QF003": 7},
    "kda-dead-policy": {"QF001": 1, "QF004": 1},
    "suppressions": {"QF001": 4, "QF100": 4},
}
"""How many findings of a case have a safe fix: the sweep above would be content with none."""


@pytest.mark.parametrize("tree", SAFELY_FIXED, indirect=True)
def test_how_much_is_fixed(tree: Tree) -> None:
    want = SAFELY_FIXED[tree.name]
    assert Counter(item["code"] for item in tree.run() if safe(item)) == want
