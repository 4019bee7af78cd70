"""A project on disk, and the command run in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fake_engine import MANIFEST, RULES, Engine

from lint_rules.cli import main
from tests.command import Result, write


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    engine = Engine()
    monkeypatch.setattr("lint_rules.check.check", engine.check)
    monkeypatch.setattr("lint_rules.rules.all_rules", lambda: RULES, raising=False)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return engine


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a manifest and two files; the current directory is its root."""
    root = tmp_path.resolve() / "project"
    write(root / "quantfence.yaml", MANIFEST)
    write(root / "pkg/a.py", "aaa = 1\nbbb = 2\n")
    write(root / "pkg/b.py", "aaa = 1\n")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def run(engine: Engine, capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Run the command in this process."""

    def run(*arguments: str) -> Result:
        code = main(arguments)
        return Result(code, *capsys.readouterr())

    return run
