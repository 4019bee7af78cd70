"""Findings that only look wrong: who asks for them gets them, for all others they are not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fake_engine import Engine

from lint_rules.diagnostic import Edit, Fix
from tests.command import Result, write

Run = Callable[..., Result]

PREVIEW = "pkg/a.py:2:1: QF002 `cfg` is forwarded (preview)\n"
SURE = "pkg/a.py:1:1: QF001 `cfg` is forwarded\n"


@pytest.fixture
def check(run: Run, project: Path, engine: Engine) -> Run:
    """A check that finds one thing that is wrong and one that looks so."""
    engine.find(project / "pkg/a.py")
    engine.find(project / "pkg/a.py", line=2, code="QF002", preview=True)
    return lambda *arguments: run("check", "--output-format", "concise", "-q", *arguments)


def settings(project: Path, text: str) -> None:
    write(project / "pyproject.toml", f"[tool.quantfence]\n{text}\n")


def test_nobody_asks(check: Run) -> None:
    assert check() == Result(1, SURE, "")
    assert check("--select", "QF0,QF00") == Result(1, SURE, "")
    assert check("--select", "QF") == Result(1, SURE, "")
    assert check("--no-preview") == Result(1, SURE, "")


def test_they_alone_are_no_findings(run: Run, project: Path, engine: Engine) -> None:
    engine.find(project / "pkg/a.py", preview=True)
    assert run("check") == Result(0, "All clear: 2 files checked.\n", "")
    assert run("check", "-q", "--preview").code == 1


@pytest.mark.parametrize(
    "arguments",
    [("--preview",), ("--select", "QF001,QF002"), ("--select", "QF,QF002"), ("--preview", "--select", "QF")],
)
def test_a_command_line_that_asks(check: Run, arguments: tuple[str, ...]) -> None:
    assert check(*arguments) == Result(1, SURE + PREVIEW, "")


def test_the_code_of_another_rule_is_no_question(check: Run) -> None:
    assert check("--select", "QF,QF001") == Result(1, SURE, "")


@pytest.mark.parametrize("text", ["preview = true", 'select = ["QF0", "QF002"]'])
def test_settings_that_ask(check: Run, project: Path, text: str) -> None:
    settings(project, text)
    assert check() == Result(1, SURE + PREVIEW, "")


def test_the_command_line_has_the_last_word(check: Run, project: Path) -> None:
    settings(project, "preview = true")
    assert check("--no-preview") == Result(1, SURE, "")
    settings(project, "preview = false")
    assert check("--preview") == Result(1, SURE + PREVIEW, "")
    settings(project, 'select = ["QF002"]')
    assert check("--select", "QF0") == Result(1, SURE, "")


def test_who_asks_for_them_does_not_get_what_is_ignored(check: Run) -> None:
    assert check("--preview", "--ignore", "QF002") == Result(1, SURE, "")


def test_they_are_in_no_baseline(check: Run, run: Run, project: Path) -> None:
    run("baseline", "-q")
    assert "QF002" not in (project / "quantfence-baseline.json").read_text()
    assert check() == Result(0, "", "")
    assert check("--preview") == Result(1, PREVIEW, "")


def test_a_baseline_of_them(check: Run, run: Run, project: Path) -> None:
    run("baseline", "-q", "--preview")
    assert "QF002" in (project / "quantfence-baseline.json").read_text()
    assert check("--preview") == Result(0, "", "")


def test_they_are_not_gone_where_nobody_asks(check: Run, run: Run, engine: Engine) -> None:
    run("baseline", "-q", "--preview")
    assert run("check") == Result(0, "All clear: 2 files checked. (1 in the baseline)\n", "")
    del engine.diagnostics[1]
    result = run("check")
    assert result.out == "All clear: 2 files checked. (1 in the baseline)\n"
    assert "1 finding of the baseline is gone" in result.err


def test_what_is_silenced_is_not_counted(check: Run, run: Run, project: Path) -> None:
    write(project / "pkg/a.py", "aaa = 1\nbbb = 2  # quantfence: ignore[QF002]\n")
    assert "silenced by comments: 0\n" in run("check", "-v").err
    assert "silenced by comments: 1\n" in run("check", "-v", "--preview").err


def test_nothing_of_them_is_fixed(run: Run, project: Path, engine: Engine) -> None:
    path = project / "pkg/a.py"
    engine.find(path, fix=Fix("Do it", (Edit(path, 0, 3, "ccc"),)), preview=True)
    assert run("check", "--diff") == Result(0, "", "")
    assert run("check", "--diff", "--preview").code == 1


def test_help_names_it(run: Run, project: Path) -> None:
    assert "--preview, --no-preview" in run("check", "--help").out
    assert "--preview, --no-preview" in run("baseline", "--help").out
