"""The store: whatever happens to its folder, a thing is there as it was kept, or it is not there."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from lint_rules.cache import removing
from lint_rules.cache.removing import DAY, OLDEST, prune, remove
from lint_rules.cache.store import MARKS, PRUNED, Store

KEY = "0123abcd"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def entry(folder: Path) -> Path:
    """The file of something that was kept."""
    Store(folder).write("facts", KEY, b"all of it")
    (path,) = folder.glob("*/facts/*")
    return path


def read(folder: Path) -> bytes | None:
    return Store(folder).read("facts", KEY)


def test_what_was_kept_is_there(folder: Path, entry: Path) -> None:
    assert read(folder) == b"all of it"
    assert Store(folder).read("facts", "ffff") is None
    assert Store(folder).read("others", KEY) is None


def test_something_may_be_kept_anew(folder: Path, entry: Path) -> None:
    store = Store(folder)
    store.write("facts", KEY, b"")
    assert store.read("facts", KEY) == b""


def test_without_a_folder_nothing_is_kept() -> None:
    store = Store(None)
    store.write("facts", KEY, b"data")
    assert store.read("facts", KEY) is None


def test_the_folder_says_what_it_is(folder: Path, entry: Path) -> None:
    assert (folder / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")
    assert (folder / ".gitignore").read_text().splitlines()[-1] == "*"


def test_a_folder_that_was_there_gets_no_marks(folder: Path) -> None:
    folder.mkdir()
    (folder / "letter.txt").write_text("dear")
    Store(folder).write("facts", KEY, b"data")
    assert read(folder) == b"data"
    assert not (folder / ".gitignore").exists()


def test_every_damage_is_seen(folder: Path, entry: Path) -> None:
    whole = entry.read_bytes()
    for length in range(len(whole)):
        entry.write_bytes(whole[:length])
        assert read(folder) is None
    for at in range(len(whole)):
        for bit in range(8):
            entry.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            assert read(folder) is None
    entry.write_bytes(whole + b" ")
    assert read(folder) is None
    entry.write_bytes(whole)
    assert read(folder) == b"all of it"


def test_what_was_kept_under_another_key_is_not_taken(folder: Path, entry: Path) -> None:
    entry.rename(entry.with_name("4567"))
    assert Store(folder).read("facts", "4567") is None


def test_what_another_version_kept_is_not_taken(folder: Path, entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lint_rules.cache.store.identity", lambda: "0.2.0-cpython-311-1-00000000")
    assert read(folder) is None
    Store(folder).write("facts", KEY, b"of another")
    monkeypatch.undo()
    assert read(folder) == b"all of it"


def test_a_folder_in_the_place_of_an_entry(folder: Path, entry: Path) -> None:
    entry.unlink()
    entry.mkdir()
    store = Store(folder)
    assert store.read("facts", KEY) is None
    store.write("facts", KEY, b"data")
    assert store.read("facts", KEY) is None
    store.write("facts", "4567", b"data")
    assert store.read("facts", "4567") == b"data"
    assert sorted(path.name for path in entry.parent.iterdir()) == [KEY, "4567"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_in_the_place_of_an_entry_is_not_waited_for(folder: Path, entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry)
    assert read(folder) is None


@pytest.mark.parametrize("up", [0, 1, 2, 3])
def test_no_link_is_followed(folder: Path, entry: Path, tmp_path: Path, up: int) -> None:
    """Be it the entry, the folder of its kind, of its version, or all of the cache."""
    inner = [entry, *entry.parents][up]
    elsewhere = tmp_path / "elsewhere"
    inner.rename(elsewhere)
    inner.symlink_to(elsewhere)
    before = {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()}
    store = Store(folder)
    assert store.read("facts", KEY) is None
    if up:
        store.write("facts", KEY, b"changed")
        store.write("facts", "4567", b"new")
    assert {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()} == before


def test_a_file_in_the_place_of_the_folder(folder: Path) -> None:
    folder.write_text("mine")
    store = Store(folder)
    store.write("facts", KEY, b"data")
    assert store.read("facts", KEY) is None
    assert folder.read_text() == "mine"


@pytest.mark.parametrize("trouble", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_what_can_not_be_written_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch, trouble: int) -> None:
    def refuse(*arguments: object) -> int:
        raise OSError(trouble, "no")

    store = Store(folder)
    store.write("facts", KEY, b"data")
    with monkeypatch.context() as patch:
        patch.setattr("os.write", refuse)
        store.write("facts", "4567", b"data")
        store.write("facts", "89ab", b"data")
    assert (store.read("facts", KEY), store.read("facts", "4567")) == (b"data", None)
    assert [path.name for path in folder.glob("*/facts/*")] == [KEY]


def test_a_folder_that_can_not_be_made_is_no_trouble(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr("os.mkdir", refuse)
    store = Store(folder)
    store.write("facts", KEY, b"data")
    assert store.read("facts", KEY) is None


# --- what is removed


def test_old_entries_go_and_used_ones_stay(folder: Path, entry: Path) -> None:
    Store(folder).write("facts", "4567", b"used")
    other = entry.with_name("4567")
    for path in (entry, other):
        os.utime(path, (time.time() - OLDEST - DAY,) * 2)
    assert Store(folder).read("facts", "4567") == b"used"
    prune(folder)
    assert (entry.exists(), other.exists()) == (False, True)


def test_too_large_a_cache_loses_what_was_used_longest_ago(
    folder: Path, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(folder)
    for number in range(10):
        store.write("many", f"{number:02x}", b"x" * 1000)
        os.utime(next(folder.glob(f"*/many/{number:02x}")), (time.time() - number,) * 2)
    monkeypatch.setattr(removing, "LARGEST", 4500)
    prune(folder)
    assert [number for number in range(10) if store.read("many", f"{number:02x}")] == [0, 1, 2, 3]


def test_what_a_broken_run_left_goes_and_strange_files_stay(folder: Path, entry: Path) -> None:
    young, old = (entry.with_name(f"4567.{name}.tmp") for name in ("aa", "bb"))
    strange = entry.with_name("notes.txt")
    for path in (young, old, strange):
        path.write_bytes(b"")
    for path in (old, strange):
        os.utime(path, (1, 1))
    prune(folder)
    assert [path.exists() for path in (young, old, strange)] == [True, False, True]


def test_a_store_is_tidied_once_a_day(folder: Path, entry: Path) -> None:
    os.utime(entry, (1, 1))
    idle = Store(folder)
    idle.tidy()
    assert entry.exists()
    for expected in (False, True):
        store = Store(folder)
        store.write("others", KEY, b"data")
        if not entry.exists():
            store.write("facts", KEY, b"again")
            os.utime(entry, (1, 1))
        store.tidy()
        assert entry.exists() is expected
    os.utime(folder / PRUNED, (time.time() - 2 * DAY,) * 2)
    store.tidy()
    assert not entry.exists()


def test_all_of_a_cache_is_removed(folder: Path, entry: Path) -> None:
    Store(folder).tidy()
    assert remove(folder) == []
    assert not folder.exists()
    assert remove(folder) is None


def test_what_is_no_cache_is_left(folder: Path, entry: Path) -> None:
    (folder / "letter.txt").write_text("dear")
    (folder / "1.0").mkdir()
    assert remove(folder) == ["1.0", "letter.txt"]
    assert sorted(path.name for path in folder.iterdir()) == ["1.0", "letter.txt"]
    assert remove(folder) is None


def test_no_link_to_a_cache_is_removed(folder: Path, entry: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert remove(link) is None
    assert entry.exists()
    assert set(MARKS) <= {path.name for path in folder.iterdir()}
