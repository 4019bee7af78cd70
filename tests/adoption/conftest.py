"""A project on disk with a real check, and the command run in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from old_tree import MANIFEST

from lint_rules.cli import main
from tests.command import Result, write


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with nothing but a manifest; the current directory is its root."""
    root = tmp_path.resolve() / "project"
    write(root / "quantfence.yaml", MANIFEST)
    monkeypatch.chdir(root)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return root


@pytest.fixture
def run(project: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Run a command in this process."""

    def run(*arguments: str) -> Result:
        code = main(arguments)
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def check(run: Callable[..., Result]) -> Callable[..., Result]:
    """Run ``quantfence check`` with a line for each finding."""
    return lambda *arguments: run("check", "--output-format", "concise", *arguments)
