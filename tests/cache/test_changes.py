"""A run after a change says what a run without a cache says; after none, it need not check."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import Tree

KDA = "trainer/attention/kda.py"
FORWARDING = "float8_cfg=config.float8_cfg"


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_nothing_changed(tree: Tree) -> None:
    assert not tree.known()
    assert tree.known()
    assert tree.known()


def test_options_that_only_limit_what_is_reported_need_no_new_check(tree: Tree) -> None:
    tree.check()
    for options in (["--select", "QF001"], ["--ignore", "QF001"], [KDA], ["--no-baseline"], ["--preview"]):
        assert tree.known(*options)
    assert not tree.known("--exhaustive")


def test_a_file_that_is_touched_is_the_same_file(tree: Tree) -> None:
    tree.check()
    (tree.root / KDA).touch()
    assert tree.known()


def test_a_changed_file(tree: Tree, settled: None) -> None:
    tree.check()
    (site,) = (path for path in tree.root.rglob("*.py") if FORWARDING in path.read_text())
    before = site.read_text()
    replace(site, FORWARDING, "float8_cfg=None")
    assert not tree.known()
    assert tree.known()
    site.write_text(before)
    # The first state is still known.
    assert tree.known()


@pytest.mark.usefixtures("settled")
def test_the_same_size_and_the_old_date(tree: Tree) -> None:
    path = tree.root / KDA
    tree.check()
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b"import", b"improt", 1))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert not tree.known()


def test_a_second_edit_within_a_tick(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system that knows seconds alone, an edit right after the run leaves all that is said of a file as it was."""
    path = tree.root / KDA
    frozen = {}
    stat, fstat = os.stat, os.fstat

    def coarse(status: os.stat_result) -> os.stat_result:
        values = frozen.setdefault(status.st_ino, tuple(status))
        times = {"st_mtime_ns": int(values[8]) * 10**9, "st_ctime_ns": int(values[9]) * 10**9}
        return os.stat_result((*tuple(status)[:7], *values[7:10]), {**times, "st_atime_ns": 0})

    monkeypatch.setattr("lint_rules.cache.contents.os.stat", lambda name, **options: coarse(stat(name, **options)))
    monkeypatch.setattr("lint_rules.cache.stamps.os.fstat", lambda file: coarse(fstat(file)))
    tree.check()
    path.write_bytes(path.read_bytes().replace(b"import", b"improt", 1))
    assert not tree.known()


@pytest.mark.usefixtures("settled")
def test_a_clock_that_was_set_back(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.check()
    assert tree.known()
    monkeypatch.setattr("lint_rules.cache.contents.time.time_ns", lambda: time.monotonic_ns() // 10**6)
    read: list[str] = []
    original = Path.read_bytes
    from lint_rules.cache import stamps

    def reading(path: str) -> tuple[bytes, stamps.Stamp | None]:
        read.append(path)
        return original(Path(path)), None

    monkeypatch.setattr("lint_rules.cache.contents.read_file", reading)
    before = len(read)
    tree.check()
    assert len(read) - before == len(list(tree.root.rglob("*.py")))


@pytest.mark.usefixtures("settled")
def test_files_of_yesterday_are_not_read(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> bytes:
        raise AssertionError(f"{path} was read")

    tree.check()
    monkeypatch.setattr("lint_rules.cache.contents.read_file", refuse)
    assert tree.known()


def test_a_file_of_tomorrow(tree: Tree) -> None:
    path = tree.root / KDA
    tomorrow = time.time() + 24 * 3600
    os.utime(path, (tomorrow, tomorrow))
    tree.check()
    path.write_bytes(path.read_bytes().replace(b"import", b"improt", 1))
    os.utime(path, (tomorrow, tomorrow))
    assert not tree.known()


def test_a_file_that_is_new_and_goes(tree: Tree) -> None:
    tree.check()
    new = tree.root / "trainer/new.py"
    new.write_text("def broken(:\n    float8_cfg\n")
    assert not tree.known()
    new.rename(new.with_name("newer.py"))
    assert not tree.known()
    new.with_name("newer.py").unlink()
    assert tree.known()


def test_two_files_that_change_their_names(tree: Tree) -> None:
    tree.check()
    one, two, other = (tree.root / "trainer" / name for name in ("config.py", "layers.py", "swapped.py"))
    one.rename(other)
    two.rename(one)
    other.rename(two)
    assert not tree.known()


def test_a_file_that_git_ignores(tree: Tree) -> None:
    (tree.root / ".git").mkdir()
    tree.check()
    (tree.root / ".gitignore").write_text("attention/\n")
    assert not tree.known()
    (tree.root / ".gitignore").write_text("")
    assert tree.known()


def test_settings(tree: Tree) -> None:
    tree.check()
    settings = tree.root / "pyproject.toml"
    settings.write_text('[tool.quantfence]\nexclude = ["trainer/attention"]\n')
    assert not tree.known()
    settings.write_text('[tool.quantfence]\nignore = ["QF001"]\n')
    # It says what is reported, which is not what is found.
    assert tree.known()
    assert tree.check().code == 0


def test_the_manifest(tree: Tree) -> None:
    tree.check()
    replace(tree.root / "quantfence.yaml", "KimiDeltaAttention", "MultiLatentAttention")
    assert not tree.known()
    replace(tree.root / "quantfence.yaml", "version: 1", "version: 1\n# a comment moves what stands below it")
    assert not tree.known()


def test_a_broken_manifest_is_an_error_each_time(tree: Tree) -> None:
    tree.check()
    (tree.root / "quantfence.yaml").write_text("version: 2\n")
    assert [tree.check().code, tree.check().code] == [2, 2]


def test_another_manifest_for_the_same_code(tree: Tree) -> None:
    (tree.root / "other.yaml").write_bytes((tree.root / "quantfence.yaml").read_bytes())
    tree.check()
    assert not tree.known("--manifest", "other.yaml")
    assert tree.known("--manifest", "other.yaml")
    assert tree.known()


def test_recipes(plant: Callable[[str], Tree]) -> None:
    tree = plant("recipe-drift")
    tree.check()
    assert tree.known()
    recipe = tree.root / "recipe/config.json"
    before = recipe.read_text()
    recipe.write_text(before.replace("layers", "lairs"))
    assert not tree.known()
    recipe.write_text(before)
    assert tree.known()
    (tree.root / "recipe/hf_quant_config.json").write_text("{}")
    assert not tree.known()
    recipe.unlink()
    assert tree.check().code == 2


def test_a_file_that_can_not_be_read(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.check()
    real = os.open

    def refuse(path: object, *arguments: object, **options: object) -> int:
        if str(path).endswith("kda.py"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *arguments, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr("os.open", refuse)
        assert not tree.known()
        assert tree.known()
        assert "Permission denied" in tree.check().out
    assert tree.known()


def test_ignore_comments(tree: Tree) -> None:
    (finding,) = tree.run("check", "--output-format", "concise", "-q").out.splitlines()
    name, line = finding.split(":")[:2]
    path = tree.root / name
    lines = path.read_text().splitlines(keepends=True)
    lines[int(line) - 1] = lines[int(line) - 1].rstrip("\n") + "  # quantfence: ignore[QF001]\n"
    path.write_text("".join(lines))
    assert not tree.known()
    assert tree.check().code == 0
    path.write_text("".join(lines).replace("[QF001]", "[QF002]"))
    assert not tree.known()
    assert "QF100" in tree.check().out


def test_a_baseline(tree: Tree) -> None:
    assert tree.check().code == 1
    assert tree.run("baseline").code == 0
    assert tree.known()
    assert tree.check().code == 0


def test_fixes(tree: Tree) -> None:
    """Each round of fixes writes files within moments, and the next run knows what the last one found."""
    assert tree.check().code == 1
    assert tree.run("check", "--diff").code == 1
    assert tree.run("check", "--fix").code == 0
    assert tree.known()
    assert tree.check().code == 0


def test_standard_input(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    def check(data: bytes, *options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        return tree.check("--stdin-filename", KDA, *options)

    saved = (tree.root / KDA).read_bytes()
    tree.check()
    kept = tree.entries("outcomes")
    for data in (saved, saved.replace(b"import", b"improt"), b"", saved):
        assert check(data) == check(data, "--no-cache")
    assert tree.entries("outcomes") == kept
    assert tree.known()


def test_all_formats(tree: Tree) -> None:
    for output_format in ("text", "concise", "json", "sarif", "junit", "gitlab", "github"):
        for options in ([], ["--statistics"]):
            command = ["check", "--output-format", output_format, *options]
            results = [tree.run(*command), tree.run(*command), tree.run(*command, "--no-cache")]
            assert results[0] == results[1] == results[2]


@pytest.mark.usefixtures("settled")
def test_a_change_of_a_file_that_was_only_searched(tree: Tree) -> None:
    other = tree.root / "trainer/other.py"
    other.write_text("def total(numbers):\n    return sum(numbers)\n")
    tree.check()
    for text in ("# another text\n", "# and another one\n", "def broken(:\n", ""):
        other.write_text(text)
        assert tree.known(), text


@pytest.mark.usefixtures("settled")
def test_a_word_that_matters_comes_into_a_file_and_goes(tree: Tree) -> None:
    other = tree.root / "trainer/other.py"
    other.write_text("def total(numbers):\n    return sum(numbers)\n")
    tree.check()
    for text in (
        "from trainer.attention.kda import *  # Module\n",
        "total = 1  # quantfence: ignore\n",
        "class Layer:\n    float8_cfg = None\n",
    ):
        other.write_text(text)
        assert not tree.known(), text
    other.write_text("total = 2\n")
    # What it was like before it was read is not kept.
    assert not tree.known()
    other.write_text("total = 3\n")
    assert tree.known()


@pytest.mark.usefixtures("settled")
def test_a_change_of_a_file_that_was_read_is_looked_at(tree: Tree) -> None:
    tree.check()
    path = tree.root / KDA
    path.write_text(path.read_text() + "\n# a comment\n")
    assert not tree.known()


@pytest.mark.usefixtures("settled")
def test_a_change_of_many_files_that_were_only_searched(tree: Tree) -> None:
    others = [tree.root / f"trainer/other{number}.py" for number in range(40)]
    for other in others:
        other.write_text("numbers = []\n")
    tree.check()
    for other in others[:30]:
        other.write_text("numbers = [1]\n")
    assert tree.known()
    for other in others:
        other.write_text("numbers = [2]\n")
    assert not tree.known()


@pytest.mark.usefixtures("settled")
def test_a_file_that_was_only_searched_changes_after_another_was_put_back(tree: Tree) -> None:
    other = tree.root / "trainer/other.py"
    other.write_text("numbers = []\n")
    tree.check()
    read = tree.root / KDA
    before = read.read_text()
    read.write_text(before + "\n# a comment\n")
    assert not tree.known()
    read.write_text(before)
    assert tree.known()
    other.write_text("numbers = [1]\n")
    assert tree.known()
