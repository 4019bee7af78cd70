"""``[tool.quantfence]`` of ``pyproject.toml``."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_rules.errors import UsageError
from lint_rules.settings import Settings, load_settings
from tests.command import write


def load(folder: Path, text: str) -> Settings:
    write(folder / "pyproject.toml", text)
    return load_settings(folder)


def test_all_settings(tmp_path: Path) -> None:
    text = """
        [tool.quantfence]
        select = ["QF0"]
        ignore = ["QF002"]
        exclude = ["third_party/"]
        manifest = "conf/fence.yaml"
        baseline = "conf/baseline.json"
        preview = true
        [tool.quantfence.per-file-ignores]
        "tests/**" = ["QF001"]
    """
    assert load(tmp_path, text) == Settings(
        select=("QF0",),
        ignore=("QF002",),
        exclude=("third_party/",),
        per_file_ignores=(("tests/**", ("QF001",)),),
        manifest="conf/fence.yaml",
        baseline="conf/baseline.json",
        preview=True,
    )


@pytest.mark.parametrize(
    "text", ["", "[tool.quantfence]\n", "[tool.other]\nx = 1\n", "tool = 1 # quantfence", "broken = ["]
)
def test_defaults(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text) == Settings()


def test_no_file(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("quantfence = [", "can't read"),
        ("[tool]\nquantfence = 1", "[tool.quantfence] must be a table, not a number"),
        ("[tool.quantfence]\nselct = []", "unknown setting `selct`; did you mean `select`?"),
        ("[tool.quantfence]\nper_file_ignores = {}", "did you mean `per-file-ignores`?"),
        (
            "[tool.quantfence]\nselect = 'QF001'",
            '"select" in [tool.quantfence] must be a list of strings, not a string',
        ),
        ("[tool.quantfence]\nselect = [1]", "must be a list of strings; 1 in it is a number"),
        ("[tool.quantfence]\nmanifest = true", '"manifest" in [tool.quantfence] must be a string, not true or false'),
        ("[tool.quantfence]\npreview = 1", '"preview" in [tool.quantfence] must be true or false, not a number'),
        ("[tool.quantfence]\nbaseline = []", '"baseline" in [tool.quantfence] must be a string, not a list'),
        ("[tool.quantfence]\nper-file-ignores = []", "must be a table of patterns with lists of codes, such as"),
        ("[tool.quantfence.per-file-ignores]\n'a' = 'QF001'", "each must be a list of strings, not a string"),
    ],
)
def test_errors(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        load(tmp_path, text)
    assert message in str(caught.value)
    assert str(tmp_path / "pyproject.toml") in str(caught.value)
