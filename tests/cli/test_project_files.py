"""Which files a project consists of."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lint_rules.project.files import project_files
from lint_rules.project.globs import Globs
from tests.command import write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path.resolve() / "root"


def tree(root: Path, *names: str) -> None:
    for name in names:
        write(root / name)


def found(root: Path, exclude: Sequence[str] = (), named: Sequence[str] = ()) -> list[str]:
    result = project_files(root, exclude, [root / name for name in named])
    assert result.problems == []
    return [path.relative_to(root).as_posix() for path in result.files]


def test_python_files_sorted_as_paths_are(root: Path) -> None:
    tree(root, "b.py", "a/x.py", "a-b/x.py", "a.py", "a/y.txt", "a/stub.pyi", ".hidden/x.py")
    assert found(root) == [".hidden/x.py", "a/x.py", "a-b/x.py", "a.py", "b.py"]
    assert project_files(root).files == sorted(project_files(root).files)


@pytest.mark.parametrize(
    "folder",
    [
        ".git",
        ".tox",
        ".nox",
        ".venv",
        "build",
        "dist",
        "node_modules",
        "__pycache__",
        "x.egg-info",
        "lib/site-packages",
    ],
)
def test_what_tools_made_is_left_out_unless_named(root: Path, folder: str) -> None:
    tree(root, "a.py", f"{folder}/deep/b.py")
    assert found(root) == ["a.py"]
    inside = sorted(["a.py", f"{folder}/deep/b.py"], key=lambda name: name.split("/"))
    assert found(root, named=[folder]) == inside
    assert found(root, named=[f"{folder}/deep"]) == inside
    assert found(root, named=[f"{folder}/deep/b.py"]) == inside


def test_a_virtual_environment_is_known_by_its_file(root: Path) -> None:
    tree(root, "a.py", "env/pyvenv.cfg", "env/lib/b.py")
    assert found(root) == ["a.py"]
    assert found(root, named=["env"]) == ["a.py", "env/lib/b.py"]


@pytest.mark.parametrize("folder", ["build", "dist"])
def test_a_package_may_be_called_build(root: Path, folder: str) -> None:
    tree(root, f"{folder}/__init__.py", f"{folder}/sub/b.py")
    assert found(root) == [f"{folder}/__init__.py", f"{folder}/sub/b.py"]


def test_exclude_has_the_last_word(root: Path) -> None:
    tree(root, "a.py", "gen/b.py", "gen/keep.py", "build/c.py", "deep/er/gen/d.py", "ignored.py")
    write(root / ".gitignore", "ignored.py\n")
    assert found(root, ["gen"]) == ["a.py"]
    assert found(root, ["/gen"]) == ["a.py", "deep/er/gen/d.py"]
    assert found(root, ["gen/*", "!keep.py"]) == ["a.py", "deep/er/gen/d.py", "gen/keep.py"]
    assert found(root, ["*.py", "!build", "!ignored.py", "!c.py"]) == ["build/c.py", "ignored.py"]


def test_named_files_are_in_whatever_excludes_them(root: Path) -> None:
    write(root / ".gitignore", "b.py\nout/\n")
    tree(root, "a.py", "b.py", "out/c.py", "out/.gitignore", "notes.txt", "plain")
    write(root / "script", "#!/usr/bin/env python3\n")
    assert found(root, ["a.py"]) == []
    assert found(root, ["a.py"], ["a.py", "b.py", "script", "notes.txt", "plain"]) == ["a.py", "b.py", "script"]
    assert found(root, named=["out"]) == ["a.py", "out/c.py"]


def test_a_gitignore_above_the_root_counts_up_to_the_repository(root: Path) -> None:
    write(root.parent / ".gitignore", "a.py\n/root/b.py\n")
    tree(root, "a.py", "b.py", "c.py")
    assert found(root) == ["a.py", "b.py", "c.py"]
    (root.parent / ".git").mkdir()
    assert found(root) == ["c.py"]


def test_a_root_that_git_ignores_was_asked_for(root: Path) -> None:
    (root.parent / ".git").mkdir(parents=True)
    write(root.parent / ".gitignore", "ro*\n*.py\n")
    tree(root, "a.py")
    assert found(root) == ["a.py"]


def test_links_are_not_followed(root: Path) -> None:
    tree(root, "pkg/a.py")
    tree(root.parent, "outside/secret.py")
    (root / "out").symlink_to(root.parent / "outside")
    (root / "secret.py").symlink_to(root.parent / "outside/secret.py")
    (root / "pkg/loop").symlink_to(root)
    (root / "again").symlink_to(root / "pkg")
    (root / "dangling.py").symlink_to("nowhere.py")
    assert found(root) == ["pkg/a.py"]


def test_what_is_called_like_a_file_and_is_none(root: Path) -> None:
    tree(root, "dir.py/a.py")
    os.mkfifo(root / "pipe.py")
    (root / ".gitignore").mkdir()
    assert found(root) == ["dir.py/a.py"]


@pytest.mark.skipif(not os.geteuid(), reason="root reads everything")
def test_what_cannot_be_read_is_told(root: Path) -> None:
    tree(root, "a.py", "closed/b.py")
    (root / "closed").chmod(0)
    result = project_files(root)
    (root / "closed").chmod(0o700)
    assert [path.name for path in result.files] == ["a.py"]
    assert [(problem.path, problem.message) for problem in result.problems] == [(root / "closed", "Permission denied")]


# --- the meaning of patterns is git's


def git(root: Path, *arguments: str) -> str:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    run = subprocess.run(["git", *arguments], cwd=root, env=environment, capture_output=True, text=True, check=True)
    return run.stdout


def as_git_sees(root: Path) -> list[str]:
    listed = git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    return sorted((name for name in listed if name.endswith(".py")), key=lambda name: name.split("/"))


TREE = ("a.py", "b.py", "x[1].py", "sub/a.py", "sub/b.py", "sub/deep/a.py", "sub/deep/x/c.py", "x/a.py", "x/y/z/a.py")


@pytest.mark.parametrize(
    "patterns",
    [
        "a.py",
        "/a.py",
        "sub",
        "sub/",
        "/deep",
        "deep/",
        "a.py/",
        "sub/*",
        "sub/*\n!sub/b.py",
        "sub/*\n!sub/deep",
        "sub\n!sub/a.py",
        "*\n!*/\n!a.py",
        "*.py\n!/a.py",
        "**/a.py",
        "**/deep/**",
        "x/**/a.py",
        "x/**",
        "x**",
        "**",
        "x*/a.py",
        "?.py",
        "[ab].py",
        "[!a].py",
        "[^a].py",
        "[a-b].py",
        "x[[]1].py",
        "x[[]1[]].py",
        "x\\[1\\].py",
        "[a",
        "[z-a].py",
        "[]a].py",
        "[]-a].py",
        "#a.py\n\\#",
        "a.py   ",
        "a.py\\ ",
        "\\a.py",
        "a.py\r",
        "!a.py",
        "a.py\n!a.py\na.py",
        "su?/deep",
        "sub?deep/",
        "/*\n!/sub\n/sub/*\n!/sub/deep",
        "\\",
        "sub/\\",
        "\ufeffa.py",
        "[[:alpha:]].py\n!b.py",
    ],
)
def test_gitignore_means_what_git_means(root: Path, patterns: str) -> None:
    tree(root, *TREE)
    git(root, "init", "-q")
    write(root / ".gitignore", patterns + "\n")
    assert found(root) == as_git_sees(root)


def test_nested_gitignores(root: Path) -> None:
    tree(root, *TREE)
    git(root, "init", "-q")
    write(root / ".gitignore", "a.py\nx/\n")
    write(root / "sub/.gitignore", "!a.py\n/b.py\n")
    write(root / "sub/deep/.gitignore", "/a.py\n!*.py\n/x/**\n")
    write(root / "x/.gitignore", "!*\n")
    assert found(root) == as_git_sees(root) == ["b.py", "sub/a.py", "sub/deep/a.py", "x[1].py"]


PIECES = st.sampled_from(
    [
        "a",
        "b",
        "x",
        "sub",
        "deep",
        ".py",
        "*",
        "**",
        "?",
        "/",
        "[ab]",
        "[!x]",
        "[a-x]",
        "[\\]b]",
        "[b\\-x]",
        "[[:alpha:]]",
        "\\",
        "!",
        " ",
    ]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.lists(PIECES, min_size=1, max_size=5).map("".join), min_size=1, max_size=4))
def test_any_patterns_mean_what_git_means(root: Path, lines: list[str]) -> None:
    if not (root / ".git").exists():
        tree(root, *TREE)
        git(root, "init", "-q")
    write(root / ".gitignore", "\n".join(lines))
    assert found(root) == as_git_sees(root)


def test_covers_looks_at_the_folders_above() -> None:
    globs = Globs(["tests/", "*.gen.py", "/top"])
    assert [
        globs.covers(path) for path in ("tests/x.py", "a/tests/b/x.py", "a/x.gen.py", "top/x.py", "a/top/x.py")
    ] == [*(True, True, True, True, False)]
