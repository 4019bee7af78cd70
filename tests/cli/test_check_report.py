"""``quantfence check``: what is printed, and the exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_engine import MANIFEST, Engine

from lint_rules.check import Unresolved
from lint_rules.manifest.model import Manifest
from tests.command import Result, write

Run = Callable[..., Result]


def test_a_clean_project_says_so_and_exits_with_0(run: Run, project: Path) -> None:
    assert run("check") == Result(0, "All clear: 2 files checked.\n", "")


def test_findings_exit_with_1_and_show_their_source(run: Run, project: Path, engine: Engine) -> None:
    engine.find(project / "pkg/a.py", line=2)
    assert run("check") == Result(
        1,
        "pkg/a.py:2:1: QF001 `cfg` is forwarded\n  |\n1 | aaa = 1\n2 | bbb = 2\n  | ^^^\nFound 1 problem in 2 files.\n",
        "",
    )


def test_exit_zero_reports_and_exits_with_0(run: Run, project: Path, engine: Engine) -> None:
    engine.find(project / "pkg/a.py")
    result = run("check", "--exit-zero", "--output-format", "concise")
    assert result.code == 0
    assert result.out == "pkg/a.py:1:1: QF001 `cfg` is forwarded\nFound 1 problem in 2 files.\n"


def test_exit_zero_hides_no_failure(run: Run, project: Path) -> None:
    assert run("check", "--exit-zero", "missing.py").code == 2


def test_quiet_prints_findings_alone(run: Run, project: Path, engine: Engine) -> None:
    assert run("check", "-q") == Result(0, "", "")
    engine.find(project / "pkg/a.py")
    assert run("check", "-q", "--output-format", "concise").out == "pkg/a.py:1:1: QF001 `cfg` is forwarded\n"


def test_verbose_says_on_standard_error_what_was_checked(run: Run, project: Path) -> None:
    result = run("check", "-v")
    assert result.out == "All clear: 2 files checked.\n"
    assert "manifest: quantfence.yaml\n" in result.err
    assert f"root: {project}\n" in result.err


def test_json_is_a_list(run: Run, project: Path, engine: Engine) -> None:
    assert run("check", "--output-format", "json") == Result(0, "[]\n", "")
    engine.find(project / "pkg/a.py")
    (item,) = json.loads(run("check", "--output-format=json", "--no-cache", ".").out)
    assert item["filename"] == str(project / "pkg/a.py")
    assert item["name"] == "excluded-module-quantized"


def test_statistics_count_by_rule(run: Run, project: Path, engine: Engine) -> None:
    engine.find(project / "pkg/a.py", code="QF002")
    engine.find(project / "pkg/a.py")
    engine.find(project / "pkg/b.py")
    assert run("check", "--statistics").out == (
        "2\tQF001\texcluded-module-quantized\n1\tQF002\tconfig-only-flag-in-constructor\nFound 3 problems in 2 files.\n"
    )
    counts = json.loads(run("check", "--statistics", "--output-format", "json").out)
    assert counts[0] == {"code": "QF001", "name": "excluded-module-quantized", "count": 2}


def test_what_is_unresolved_is_listed_on_request(run: Run, project: Path, engine: Engine) -> None:
    engine.unresolved = [Unresolved(project / "pkg/a.py", 2, 7, "the class is chosen at run time")]
    line = "pkg/a.py:2:7: unresolved: the class is chosen at run time\n"
    assert line not in run("check").out
    assert run("check", "--show-unresolved").out == "All clear: 2 files checked.\n" + line
    assert run("check", "--show-unresolved", "pkg/b.py").out == "All clear: 1 file checked.\n"
    assert run("check", "--show-unresolved", "--output-format", "json") == Result(0, "[]\n", line)


@pytest.mark.parametrize(
    ("arguments", "environment", "colored"),
    [
        ((), {}, False),
        (("--color", "always"), {}, True),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color=always",), {"NO_COLOR": "1"}, True),
        (("--color=never",), {"FORCE_COLOR": "1"}, False),
        (("--output-format=json",), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_color(
    run: Run,
    project: Path,
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    colored: bool,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    engine.find(project / "pkg/a.py")
    assert ("\x1b[" in run("check", *arguments).out) is colored


def test_standard_input_stands_for_a_file_and_only_that_is_reported(
    run: Run, project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.find(project / "pkg/a.py")
    engine.find(project / "pkg/b.py")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"typed = 1\n")))
    result = run("check", "--stdin-filename", "pkg/b.py", "-")
    assert engine.request is not None
    assert engine.request.overrides == {project / "pkg/b.py": b"typed = 1\n"}
    assert result.out == (
        "pkg/b.py:1:1: QF001 `cfg` is forwarded\n"
        "  |\n"
        "1 | typed = 1\n"
        "  | ^^^\n"
        "Found 1 problem in 1 file. (1 problem in other files of the project)\n"
    )


def test_standard_input_may_be_a_file_that_is_not_saved_yet(
    run: Run, project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"new = 1  # quantfence: ignore\n")))
    engine.find(project / "pkg/new.py")
    assert run("check", "--stdin-filename", "pkg/new.py") == Result(0, "All clear: 1 file checked.\n", "")
    assert engine.files == ["pkg/a.py", "pkg/b.py", "pkg/new.py"]


def test_standard_input_may_be_the_manifest(
    run: Run, project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"version: 1\nbogus: 1\n")))
    result = run("check", "--stdin-filename", "quantfence.yaml")
    assert result.code == 2
    assert "bogus" in result.err


def test_standard_input_goes_without_paths(run: Run, project: Path) -> None:
    result = run("check", "--stdin-filename", "pkg/a.py", "pkg/b.py")
    assert result.code == 2
    assert "--stdin-filename" in result.err


def test_standard_input_is_no_folder(run: Run, project: Path) -> None:
    result = run("check", "--stdin-filename", "pkg")
    assert result.code == 2
    assert "--stdin-filename pkg is a folder" in result.err


def test_a_bad_manifest_is_an_error_with_its_place(run: Run, project: Path) -> None:
    write(project / "quantfence.yaml", MANIFEST + "bogus: 1\n")
    result = run("check")
    assert (result.code, result.out) == (2, "")
    assert "can't use the manifest quantfence.yaml\nquantfence.yaml:8:1: " in result.err


def test_the_check_gets_the_manifest_the_root_and_how(run: Run, project: Path, engine: Engine) -> None:
    run("check", "--exhaustive")
    assert engine.request is not None
    assert isinstance(engine.request.manifest, Manifest)
    assert engine.request.root == project
    assert engine.request.exhaustive


def test_an_interrupt_is_quiet(run: Run, project: Path, engine: Engine) -> None:
    engine.error = KeyboardInterrupt()
    assert run("check") == Result(130, "", "")


def test_a_bug_of_ours_is_told_in_a_few_lines(run: Run, project: Path, engine: Engine) -> None:
    engine.error = RuntimeError("the frame\x1b[2J has no owner")
    result = run("check")
    assert result.code == 2
    assert "Traceback" not in result.err
    assert "\x1b" not in result.err
    assert "internal error: RuntimeError: the frame␛[2J has no owner" in result.err
    assert "commands/check.py:" in result.err
    assert "Please report it" in result.err


@pytest.mark.skipif(os.name != "posix" or not os.geteuid(), reason="root reads everything")
def test_a_folder_that_cannot_be_read_is_a_finding(run: Run, project: Path) -> None:
    closed = project / "closed"
    closed.mkdir(mode=0)
    try:
        result = run("check", "--output-format", "concise")
    finally:
        closed.chmod(0o700)
    assert result.code == 1
    assert result.out.startswith("closed:1:1: QF900 can't be read: Permission denied\n")


def test_no_python_files_is_worth_a_warning(run: Run, project: Path) -> None:
    for path in (project / "pkg").iterdir():
        path.unlink()
    assert run("check") == Result(
        0, "All clear: 0 files checked.\n", f"quantfence: warning: no Python files below {project}\n"
    )


def test_a_reader_that_leaves_early_hears_no_complaint() -> None:
    command = [sys.executable, "-m", "lint_rules", "check", "--help"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_nothing_slow_is_loaded_before_it_is_needed() -> None:
    script = (
        "import sys, lint_rules.cli; print({'libcst', 'yaml', 'rich', 'msgspec', 'ast', 'tomllib'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
