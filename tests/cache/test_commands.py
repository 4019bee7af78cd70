"""The cache as a person meets it: where it is, what turns it off, what removes it, and what can be wrong with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import Tree

from lint_rules.cache.place import NAME
from tests.command import Result

REPOSITORY = Path(__file__).parents[2]


def listing(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*")}


# --- where it is


def test_it_is_in_the_root_and_git_leaves_it_out(tree: Tree) -> None:
    before = listing(tree.root)
    tree.check()
    new = listing(tree.root) - before
    assert new
    assert all(name.split("/")[0] == NAME for name in new)
    subprocess.run(["git", "init", "-q"], cwd=tree.root, check=True)
    status = subprocess.run(["git", "status", "--short"], cwd=tree.root, check=True, capture_output=True, text=True)
    assert NAME not in status.stdout


@pytest.mark.parametrize("where", ["option", "variable", "setting"])
def test_it_may_be_elsewhere(tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    options = []
    if where == "option":
        options = ["--cache-dir", str(elsewhere)]
    elif where == "variable":
        monkeypatch.setenv("QUANTFENCE_CACHE_DIR", str(elsewhere))
    else:
        (tree.root / "pyproject.toml").write_text('[tool.quantfence]\ncache-dir = "../elsewhere"\n')
    assert not tree.known(*options)
    assert tree.known(*options)
    assert not tree.cache.exists()
    assert (elsewhere / "CACHEDIR.TAG").exists()


def test_the_option_has_the_last_word(tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree.root / "pyproject.toml").write_text('[tool.quantfence]\ncache-dir = "set"\n')
    monkeypatch.setenv("QUANTFENCE_CACHE_DIR", "named")
    tree.check("--cache-dir", "asked")
    tree.check()
    monkeypatch.delenv("QUANTFENCE_CACHE_DIR")
    tree.check()
    assert {"asked", "named", "set"} <= listing(tree.root)


@pytest.mark.parametrize("value", ["1", "true"])
def test_it_can_be_turned_off(tree: Tree, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    tree.check("--no-cache")
    monkeypatch.setenv("QUANTFENCE_NO_CACHE", value)
    tree.check()
    assert tree.run("baseline", "--output", "-").code == 0
    assert not tree.cache.exists()
    monkeypatch.setenv("QUANTFENCE_NO_CACHE", "false")
    tree.check()
    assert tree.cache.exists()


def test_a_setting_that_is_no_text(tree: Tree) -> None:
    (tree.root / "pyproject.toml").write_text("[tool.quantfence]\ncache-dir = 1\n")
    result = tree.check()
    assert result.code == 2
    assert '"cache-dir"' in result.err


def test_one_cache_for_two_projects(plant: Callable[[str], Tree], tmp_path: Path) -> None:
    options = ("--cache-dir", str(tmp_path / "common"))
    one, two = plant("kda-before"), plant("kda-after")
    for _ in range(2):
        for tree, code in ((one, 1), (two, 0)):
            os.chdir(tree.root)
            assert tree.check(*options).code == code
    assert tree.known(*options)


# --- what can be wrong with it


DAMAGES: dict[str, Callable[[Path], object]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "foreign": lambda path: path.write_bytes(b"\x80\x04K\x01."),
    "flipped": lambda path: path.write_bytes(path.read_bytes()[:-3] + b"\xff" + path.read_bytes()[-2:]),
    "folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["*", "files", "outcomes", "recipes", "rules"])
def test_damage_changes_nothing_but_time(tree: Tree, kind: str, damage: str) -> None:
    tree.check()
    for path in tree.entries(kind):
        DAMAGES[damage](path)
    tree.known()
    assert tree.known() is (damage != "folder" or kind == "rules")


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b"null", b"[[1]]", b'{"diagnostics":[[1]]}', b"\xff", b"[" * 9999]
)
def test_entries_that_hold_together_and_are_nonsense(tree: Tree, content: bytes) -> None:
    from lint_rules.cache.store import Store

    tree.check()
    for path in tree.entries():
        Store(tree.cache).write(path.parent.name, path.name, content)
    tree.known()
    assert tree.known()


def test_a_read_only_project(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.mkdir

    def refuse(path: str, *arguments: int) -> None:
        if NAME in str(path):
            raise OSError(30, "Read-only file system", path)
        real(path, *arguments)

    monkeypatch.setattr("os.mkdir", refuse)
    result = tree.check()
    assert (result.code, result.err) == (1, tree.check("--no-cache").err)
    assert not tree.known()
    assert not tree.cache.exists()


def test_a_cache_that_is_a_link_is_left_alone(tree: Tree, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    tree.cache.symlink_to(target)
    assert not tree.known()
    assert not tree.known()
    assert list(target.iterdir()) == []


def test_another_version_of_the_tool(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.check()
    with monkeypatch.context() as patch:
        patch.setattr("lint_rules.cache.store.identity", lambda: "0.2.0-cpython-311-1-00000000")
        assert not tree.known()
    assert tree.known()


def test_a_changed_tool_is_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lint_rules.cache import tool

    package = tmp_path / "lint_rules"
    (package / "manifest/profiles").mkdir(parents=True)
    names = set()
    monkeypatch.setattr(tool, "__file__", str(package / "cache/tool.py"))
    for name in ("cli.py", "manifest/profiles/sglang.yaml", "rules.txt"):
        (package / name).write_text("x")
        tool.identity.cache_clear()
        names.add(tool.identity())
    tool.identity.cache_clear()
    assert len(names) == 2


def command(tree: Tree, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "lint_rules", "check", "--output-format", "json", *arguments],
        cwd=tree.root,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_runs_at_once(tree: Tree) -> None:
    expected = tree.run("check", "--output-format", "json", "--no-cache")
    for _ in range(2):
        runs = [command(tree) for _ in range(4)]
        results = [Result(run.wait(), *run.communicate()) for run in runs]
        assert results == [expected] * 4
    assert list(tree.cache.rglob("*.tmp")) == []
    assert tree.known()


def test_a_known_outcome_takes_few_imports(tree: Tree) -> None:
    """None of what reads code, manifests or recipes, and nothing else that is slow."""
    tree.check()
    program = (
        "import sys; from lint_rules.cli import main; main(['check', '-q'])\n"
        "print(*sorted(name for name in sys.modules), file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tree.root,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith("trainer/")
    names = set(run.stderr.split())
    slow = {
        "ast",
        "tokenize",
        "inspect",
        "libcst",
        "yaml",
        "rich",
        "msgspec",
        "secrets",
        "shutil",
        "importlib.metadata",
    }
    slow |= {
        f"lint_rules.{name}" for name in ("rules", "blueprint", "outline", "coverage", "recipes", "project.source")
    }
    slow |= {"lint_rules.manifest.load", "lint_rules.check", "threading", "subprocess"}
    assert names & slow == set()


# --- what removes it


def test_clean(tree: Tree) -> None:
    before = listing(tree.root)
    tree.check()
    result = tree.run("clean")
    assert (result.code, result.out, result.err) == (0, f"Removed the cache {NAME}\n", "")
    assert listing(tree.root) == before
    assert tree.run("clean") == Result(0, "", "")


def test_clean_removes_those_below_and_the_configured_one(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree.check()
    tree.check("--cache-dir", "../elsewhere")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text('[tool.quantfence]\ncache-dir = "elsewhere"\n')
    result = tree.run("clean")
    assert result.out.splitlines() == [f"Removed the cache kda-before/{NAME}", "Removed the cache elsewhere"]
    assert not tree.cache.exists()
    assert not (tmp_path / "elsewhere").exists()


def test_clean_leaves_what_is_no_cache(tree: Tree) -> None:
    tree.check("--cache-dir", ".")
    before = listing(tree.root)
    assert tree.run("clean", "--cache-dir", ".").code == 0
    assert "quantfence.yaml" in listing(tree.root) < before
    assert tree.run("clean", "--cache-dir", "trainer") == Result(0, "", "")


def test_clean_may_be_quiet(tree: Tree) -> None:
    tree.check()
    assert tree.run("clean", "-q") == Result(0, "", "")
    assert not tree.cache.exists()
    assert json.loads(tree.check().out.split("\n]")[0] + "\n]")
