"""A project on disk, a rule made up by the test, and the command run in it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_rule import MANIFEST, RULES, FakeRule, Find

from lint_rules.cli import main
from tests.command import Result, write


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a manifest and two files; the current directory is its root."""
    root = tmp_path.resolve() / "project"
    write(root / "quantfence.yaml", MANIFEST)
    write(root / "pkg/a.py", "first = old\nsecond = 2\nthird = old\n")
    write(root / "pkg/b.py", "only = old\n")
    monkeypatch.chdir(root)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return root


@pytest.fixture
def rule(monkeypatch: pytest.MonkeyPatch) -> Callable[[Find], None]:
    """Let the only rule be one that finds what the test says."""
    monkeypatch.setattr("lint_rules.check.all_rules", lambda: RULES)
    monkeypatch.setattr("lint_rules.rules.all_rules", lambda: RULES)
    monkeypatch.setattr(FakeRule, "rounds", 0)

    def find(what: Find) -> None:
        monkeypatch.setattr(FakeRule, "find", staticmethod(what))

    return find


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run ``quantfence check`` in this process; bytes that are not UTF-8 come out as surrogates."""

    def run(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(["check", *arguments])
        out, err = capsysbinary.readouterr()
        return Result(code, out.decode("utf-8", "surrogateescape"), err.decode())

    return run
