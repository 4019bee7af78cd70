"""``quantfence check``: which project, which files, which findings."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_engine import MANIFEST, Engine

from lint_rules.locate import MINIMAL
from lint_rules.manifest.load import load_manifest
from tests.command import Result, write

Run = Callable[..., Result]


def reported(result: Result) -> list[str]:
    """The place and code of each finding of a concise report."""
    return [line.split(" `")[0] for line in result.out.splitlines() if line.count(":") >= 3]


@pytest.fixture
def check(run: Run) -> Run:
    return lambda *arguments: run("check", "--output-format", "concise", *arguments)


# --- the manifest and the root


def test_the_manifest_is_found_upwards(
    check: Run, project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.find(project / "quantfence.yaml")
    engine.find(project / "pkg/a.py")
    monkeypatch.chdir(project / "pkg")
    assert reported(check()) == ["a.py:1:1: QF001", f"{project}/quantfence.yaml:1:1: QF001"]
    assert engine.files == ["pkg/a.py", "pkg/b.py"]


def test_the_other_suffix_is_a_manifest_too(check: Run, project: Path) -> None:
    (project / "quantfence.yaml").rename(project / "quantfence.yml")
    assert check().code == 0


def test_the_settings_may_name_the_manifest(check: Run, project: Path, engine: Engine) -> None:
    write(project / "conf/fence.yaml", MANIFEST)
    (project / "quantfence.yaml").unlink()
    write(project / "pyproject.toml", '[tool.quantfence]\nmanifest = "conf/fence.yaml"\n')
    assert check().code == 0
    assert engine.request is not None
    assert engine.request.manifest.path == project / "conf/fence.yaml"
    assert engine.request.root == project


def test_a_manifest_that_the_settings_name_must_be_there(check: Run, project: Path) -> None:
    write(project / "pyproject.toml", '[tool.quantfence]\nmanifest = "gone.yaml"\n')
    result = check()
    assert result.code == 2
    assert "gone.yaml" in result.err


def test_without_a_manifest_the_error_says_where_it_looked_and_shows_one(
    check: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = check()
    assert (result.code, result.out) == (2, "")
    assert "no manifest found" in result.err
    assert f"\n  {tmp_path.resolve()}\n  {tmp_path.resolve().parent}\n" in result.err
    assert result.err.index("`quantfence init`") < result.err.index("  version: 1\n")
    assert "--root DIR or --manifest FILE" in result.err


def test_the_manifest_that_the_error_shows_is_valid(tmp_path: Path) -> None:
    manifest = load_manifest(write(tmp_path / "quantfence.yaml", MINIMAL))
    assert [exclusion.id for exclusion in manifest.exclusions] == ["kda"]


def test_with_a_manifest_the_current_directory_is_the_root(
    check: Run, project: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "pkg")
    assert check("--manifest", "../quantfence.yaml").code == 0
    assert engine.files == ["a.py", "b.py"]


def test_root_sets_another(check: Run, project: Path, engine: Engine) -> None:
    write(project / "other/c.py")
    assert check("--root", "other").code == 0
    assert engine.files == ["c.py"]
    assert check("--manifest", "quantfence.yaml", "--root", "pkg").code == 0
    assert engine.files == ["a.py", "b.py"]


@pytest.mark.parametrize(
    "arguments",
    [("--manifest", "gone.yaml"), ("--manifest", "pkg"), ("--root", "gone"), ("--root", "pkg/a.py")],
)
def test_what_the_options_name_must_be_there(check: Run, project: Path, arguments: tuple[str, str]) -> None:
    result = check(*arguments)
    assert result.code == 2
    assert " ".join(arguments) in result.err


# --- paths


def test_paths_limit_what_is_reported_and_not_what_is_known(check: Run, project: Path, engine: Engine) -> None:
    write(project / "pkg/deep/c.py")
    for name in ("pkg/a.py", "pkg/b.py", "pkg/deep/c.py", "quantfence.yaml"):
        engine.find(project / name)
    assert reported(check("pkg/a.py")) == ["pkg/a.py:1:1: QF001"]
    assert engine.files == ["pkg/a.py", "pkg/b.py", "pkg/deep/c.py"]
    assert reported(check("pkg/deep", "pkg/b.py")) == ["pkg/b.py:1:1: QF001", "pkg/deep/c.py:1:1: QF001"]
    assert reported(check("quantfence.yaml")) == ["quantfence.yaml:1:1: QF001"]
    assert len(reported(check("."))) == len(reported(check())) == 4


def test_paths_and_options_come_in_any_order(check: Run, project: Path, engine: Engine) -> None:
    engine.find(project / "pkg/a.py")
    engine.find(project / "pkg/b.py")
    assert len(reported(check("pkg/a.py", "--select", "QF001", "pkg/b.py", "-q"))) == 2


def test_findings_elsewhere_are_counted_and_do_not_fail(check: Run, project: Path, engine: Engine) -> None:
    engine.find(project / "pkg/a.py")
    assert check("pkg/b.py") == Result(0, "All clear: 1 file checked. (1 problem in other files of the project)\n", "")


def test_a_name_that_begins_like_a_folder_is_not_in_it(check: Run, project: Path, engine: Engine) -> None:
    write(project / "pkg2/c.py")
    engine.find(project / "pkg2/c.py")
    assert reported(check("pkg")) == []


def test_a_manifest_outside_the_root_is_reported_on_with_the_whole_project(
    check: Run, project: Path, engine: Engine
) -> None:
    engine.find(project / "quantfence.yaml")
    assert reported(check("--root", "pkg", "pkg")) == ["quantfence.yaml:1:1: QF001"]


@pytest.mark.parametrize(("path", "complaint"), [("gone.py", "does not exist"), ("/", "outside the project root")])
def test_a_path_must_exist_below_the_root(check: Run, project: Path, path: str, complaint: str) -> None:
    result = check("pkg/a.py", path)
    assert (result.code, result.out) == (2, "")
    assert f"{path} {'is ' * complaint.startswith('outside')}{complaint}" in result.err


def test_a_link_that_leads_out_of_the_root_is_outside(check: Run, project: Path) -> None:
    write(project.parent / "secret.py")
    (project / "link.py").symlink_to(project.parent / "secret.py")
    result = check("link.py")
    assert result.code == 2
    assert "link.py is outside the project root" in result.err


def test_an_excluded_path_is_in_when_it_is_named(check: Run, project: Path, engine: Engine) -> None:
    write(project / "build/lib/c.py")
    check()
    assert engine.files == ["pkg/a.py", "pkg/b.py"]
    check("build")
    assert engine.files == ["build/lib/c.py", "pkg/a.py", "pkg/b.py"]
    assert check("build/lib/c.py", "--force-exclude").out == "All clear: 0 files checked.\n"
    assert engine.files == ["pkg/a.py", "pkg/b.py"]


def test_files_that_are_no_python_are_nothing_to_report_on(check: Run, project: Path) -> None:
    write(project / "notes.txt", "no")
    assert check("notes.txt", "quantfence.yaml") == Result(
        0, "All clear: 0 files checked.\n", "quantfence: warning: no Python files under notes.txt\n"
    )
    assert check("notes.txt", "--force-exclude").err == ""


def test_a_path_that_holds_nothing_to_check_is_worth_a_warning(check: Run, project: Path) -> None:
    (project / "empty").mkdir()
    os.mkfifo(project / "pipe.py")
    result = check("empty", "pkg/../pipe.py", "pkg")
    assert result.err.splitlines() == [
        "quantfence: warning: no Python files under empty",
        "quantfence: warning: no Python files under pkg/../pipe.py",
    ]
    assert check("pkg", ".").err == ""


# --- rules


@pytest.mark.parametrize(
    ("arguments", "settings", "codes"),
    [
        ((), "", "QF001 QF002 QF900"),
        (("--select", "QF001"), "", "QF001"),
        (("--select", "QF001,QF900"), "", "QF001 QF900"),
        (("--select", "QF001", "--select", "QF002"), "", "QF001 QF002"),
        (("--select", "QF0"), "", "QF001 QF002"),
        (("--ignore", "qf001, Qf9"), "", "QF002"),
        ((), 'select = ["qf0"]\nignore = ["qf002"]', "QF001"),
        ((), '[tool.quantfence.per-file-ignores]\n"pkg/" = ["qf9"]', "QF001 QF002"),
        (("--ignore", "QF0"), "", "QF900"),
        (("--select", "QF001", "--ignore", "QF"), "", "QF001"),
        (("--select", "QF", "--ignore", "QF001, QF900"), "", "QF002"),
        (("--select", "QF001", "--ignore", "QF001"), "", ""),
        ((), 'select = ["QF0"]\nignore = ["QF002"]', "QF001"),
        (("--select", "QF002"), 'ignore = ["QF002"]', "QF002"),
        (("--ignore", "QF001"), 'ignore = ["QF002"]', "QF900"),
        (("--ignore", "QF0"), 'select = ["QF001"]', ""),
        ((), '[tool.quantfence.per-file-ignores]\n"pkg/a.*" = ["QF0"]', "QF900"),
        ((), '[tool.quantfence.per-file-ignores]\n"pkg/" = ["QF900"]', "QF001 QF002"),
        ((), '[tool.quantfence.per-file-ignores]\n"a.py" = ["QF900"]\n"*.py" = ["QF001"]', "QF002"),
        ((), '[tool.quantfence.per-file-ignores]\n"lib/" = ["QF"]', "QF001 QF002 QF900"),
    ],
)
def test_rules_are_selected(
    check: Run, project: Path, engine: Engine, arguments: tuple[str, ...], settings: str, codes: str
) -> None:
    write(project / "pyproject.toml", f"[tool.quantfence]\n{settings}\n")
    for code in ("QF001", "QF002", "QF900"):
        engine.find(project / "pkg/a.py", code=code)
    assert " ".join(line.split()[-1] for line in reported(check(*arguments))) == codes


@pytest.mark.parametrize(
    ("option", "settings", "source"),
    [
        (["--select", "QF0001"], "", "--select"),
        (["--ignore", "QF001,QF0001"], "", "--ignore"),
        ([], 'select = ["QF0001"]', '"select"'),
        ([], 'ignore = ["QF0001"]', '"ignore"'),
        ([], 'per-file-ignores = { "a.py" = ["QF0001"] }', '"per-file-ignores"'),
    ],
)
def test_an_unknown_rule_is_an_error_that_names_the_nearest(
    check: Run, project: Path, option: list[str], settings: str, source: str
) -> None:
    write(project / "pyproject.toml", f"[tool.quantfence]\n{settings}\n")
    result = check(*option)
    assert result.code == 2
    assert source in result.err
    assert "unknown rule `QF0001`; did you mean `QF001`?" in result.err


# --- comments


def test_comments_silence(check: Run, project: Path, engine: Engine) -> None:
    write(project / "pkg/a.py", "call(  # quantfence: ignore[QF001] why\n    cfg,\n    cfg,  # quantfence: ignore\n)\n")
    engine.find(project / "pkg/a.py", line=2, statement_line=1)
    engine.find(project / "pkg/a.py", line=2, statement_line=1, code="QF002")
    engine.find(project / "pkg/a.py", line=3, code="QF002")
    assert reported(check()) == ["pkg/a.py:2:1: QF002"]


def test_a_silenced_finding_in_another_file_is_not_counted(check: Run, project: Path, engine: Engine) -> None:
    write(project / "pkg/a.py", "cfg  # quantfence: ignore\n")
    engine.find(project / "pkg/a.py")
    assert check("pkg/b.py").out == "All clear: 1 file checked.\n"
