"""Everything but ``check``."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lint_rules import __version__
from tests.command import Result, write

Run = Callable[..., Result]


def test_version(run: Run) -> None:
    assert run("--version") == Result(0, f"quantfence {__version__}\n", "")


@pytest.mark.parametrize("arguments", [("--help",), ("check", "--help"), ("rule", "-h"), ("manifest", "check", "-h")])
def test_help(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.code, result.err) == (0, "")
    assert "exit codes:" in result.out


@pytest.mark.parametrize(
    ("command", "codes"),
    [
        (("check",), ["0  nothing to report", "1  findings; with --diff: 1 if there is a difference"]),
        (("baseline",), ["0  the baseline is written"]),
        (("init",), ["0  the manifest was written, whatever the check finds with it"]),
        (("rules",), ["0  done"]),
        (("manifest", "check"), ["0  valid"]),
    ],
)
def test_help_names_the_exit_codes_that_a_command_has(run: Run, command: tuple[str, ...], codes: list[str]) -> None:
    _, _, said = run(*command, "--help").out.partition("exit codes:\n")
    lines = [line.strip() for line in said.splitlines()]
    assert lines == [*codes, "2  quantfence could not do its job: bad usage, bad manifest, bad settings"]


def test_no_command_prints_the_help(run: Run) -> None:
    result = run()
    assert result.code == 2
    assert result.out.startswith("usage: quantfence ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "--selct", "QF001"), "unrecognized argument: --selct"),
        (("check", "--output-format", "xml"), "invalid choice: 'xml'"),
        (("rules", "QF001"), "unrecognized argument: QF001"),
        (("chek",), "invalid choice: 'chek'"),
        (("check", "--sel", "QF001"), "unrecognized argument: --sel"),
        (("manifest",), "required: COMMAND"),
        (("rule",), "required: CODE"),
    ],
)
def test_bad_usage(run: Run, project: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("quantfence: error: ")
    assert message in result.err
    assert " --help\n" in result.err


def test_a_misspelt_option_names_the_nearest(run: Run, project: Path) -> None:
    assert "did you mean --select?" in run("check", "--selct=QF001").err


def test_rules_are_listed(run: Run) -> None:
    result = run("rules")
    assert result.code == 0
    assert result.out.splitlines()[0] == (
        "QF001  excluded-module-quantized        A builder forwards a config into an excluded module."
    )


def test_a_rule_prints_its_page(run: Run) -> None:
    expected = "# QF001\n\nA builder forwards a config into an excluded module.\n"
    assert run("rule", "QF001") == Result(0, expected, "")
    assert run("rule", "qf001").out == expected


def test_a_rule_goes_by_its_name_too(run: Run) -> None:
    assert run("rule", "Excluded-Module-Quantized") == run("rule", "QF001")
    assert "did you mean `excluded-module-quantized`?" in run("rule", "excluded-modul-quantized").err


def test_a_rule_is_rendered_for_a_terminal(run: Run) -> None:
    out = run("rule", "QF001", "--color", "always").out
    assert "\x1b[" in out
    assert "A builder forwards a config into an excluded module." in out


def test_an_unknown_rule_names_the_nearest(run: Run) -> None:
    result = run("rule", "QF011")
    assert result.code == 2
    assert "unknown rule `QF011`; did you mean `QF001`?" in result.err


@pytest.mark.parametrize("code", ["QF006", "QF199", "zzz"])
def test_another_rule_is_no_misspelling(run: Run, code: str) -> None:
    result = run("rule", code)
    assert result.code == 2
    assert f"unknown rule `{code}`; accepted here: `QF001`" in result.err


def test_a_valid_manifest(run: Run, project: Path) -> None:
    assert run("manifest", "check") == Result(0, "quantfence.yaml: valid, 1 exclusion\n", "")
    assert run("manifest", "check", "-q", "quantfence.yaml") == Result(0, "", "")


def test_every_bad_manifest_is_reported(run: Run, project: Path) -> None:
    write(project / "one.yaml", "version: 1\nbogus: 1\n")
    write(project / "two.yaml", "version: 1\nbogus: 1\n")
    result = run("manifest", "check", "one.yaml", "quantfence.yaml", "two.yaml")
    assert result.code == 2
    assert result.out == "quantfence.yaml: valid, 1 exclusion\n"
    assert "one.yaml:2:1: " in result.err
    assert "two.yaml:2:1: " in result.err


def test_a_manifest_that_is_not_there(run: Run, project: Path) -> None:
    result = run("manifest", "check", "gone.yaml")
    assert result.code == 2
    assert "gone.yaml does not exist" in result.err


def test_the_schema_is_json(run: Run) -> None:
    result = run("manifest", "schema")
    assert result.code == 0
    assert json.loads(result.out)["type"] == "object"


def test_the_module_is_the_command() -> None:
    command = [sys.executable, "-m", "lint_rules", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"quantfence {__version__}\n"
