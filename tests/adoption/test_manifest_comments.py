"""Findings about the manifest itself: comments, paths, settings, baseline and fixes work as for any file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Result, write

Check = Callable[..., Result]

MANIFEST = """\
version: 1
quantization: {names: [float8_cfg]}
exclusions:
  - id: head
    modules:
      - ScoreHead
      - OldHead
"""
MODEL = "from torch import nn\n\nclass ScoreHead(nn.Module):\n    def __init__(self, size, float8_cfg=None): ...\n"


@pytest.fixture(autouse=True)
def files(project: Path) -> None:
    write(project / "quantfence.yaml", MANIFEST)
    write(project / "src/model.py", MODEL)


def test_it_is_reported_in_the_manifest(check: Check) -> None:
    assert check().findings == ["quantfence.yaml:7 QF009"]


def test_paths_limit_what_is_reported(check: Check) -> None:
    result = check("src")
    assert (result.code, result.findings) == (0, [])
    assert check("quantfence.yaml").findings == ["quantfence.yaml:7 QF009"]


@pytest.mark.parametrize(
    ("line", "comment"),
    [
        ("      - OldHead", "# quantfence: ignore[QF009] soon"),
        ("      - OldHead", "# quantfence: ignore"),
        ("  - id: head", "# quantfence: ignore[QF009]"),
    ],
)
def test_comments_silence(check: Check, project: Path, line: str, comment: str) -> None:
    write(project / "quantfence.yaml", MANIFEST.replace(line, f"{line}  {comment}"))
    assert check().code == 0


def test_a_comment_on_the_whole_manifest(check: Check, project: Path) -> None:
    write(project / "quantfence.yaml", f"# quantfence: ignore-file[QF009]\n{MANIFEST}")
    assert check().code == 0


def test_an_unused_comment_is_found_and_removed(check: Check, project: Path) -> None:
    text = MANIFEST.replace("      - OldHead\n", "")
    write(project / "quantfence.yaml", text.replace("- ScoreHead", "- ScoreHead  # quantfence: ignore[QF009] gone?"))
    assert check().findings == ["quantfence.yaml:6 QF100"]
    assert check("--fix").code == 0
    assert (project / "quantfence.yaml").read_text() == text


def test_settings_silence(check: Check, project: Path) -> None:
    write(project / "pyproject.toml", '[tool.quantfence.per-file-ignores]\n"quantfence.yaml" = ["QF009"]\n')
    assert check().code == 0


def test_a_baseline_holds_it(check: Check, run: Callable[..., Result], project: Path) -> None:
    assert run("baseline").code == 0
    assert check().code == 0
    write(project / "quantfence.yaml", MANIFEST.replace("      - ScoreHead\n", "      # moved\n      - ScoreHead\n"))
    assert check().code == 0
    write(project / "quantfence.yaml", MANIFEST.replace("OldHead", "OlderHead"))
    assert check().findings == ["quantfence.yaml:7 QF009"]


def test_the_fix_is_unsafe(check: Check, project: Path) -> None:
    assert check("--fix").code == 1
    assert (project / "quantfence.yaml").read_text() == MANIFEST
    assert check("--fix", "--unsafe-fixes").code == 0
    assert (project / "quantfence.yaml").read_text() == MANIFEST.replace("      - OldHead\n", "")


def test_all_items_of_a_list_are_dead(check: Check, project: Path) -> None:
    """Each fix alone leaves a valid manifest; together they would not, so they are made one after the other."""
    more = "  - id: other\n    modules: [ScoreHead]\n"
    write(project / "quantfence.yaml", MANIFEST.replace("ScoreHead", "OlderHead") + more)
    assert check("--fix", "--unsafe-fixes").code == 0
    assert (project / "quantfence.yaml").read_text() == MANIFEST[: MANIFEST.index("  - id")] + more


@pytest.mark.parametrize("style", ["text", "json", "sarif", "junit", "gitlab", "github"])
def test_every_report_has_it(run: Callable[..., Result], style: str) -> None:
    result = run("check", "--output-format", style)
    assert result.code == 1
    assert "QF009" in result.out
    assert "quantfence.yaml" in result.out
