"""Files are written whole, all or none, and nothing else is left behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from fake_rule import listing

from lint_rules.fixing.workspace import Change
from lint_rules.fixing.writing import Unwritten, write_all
from tests.command import write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "project"
    write(root / "a.py", "a\n")
    write(root / "pkg/b.py", "b\n")
    return root


def changes(root: Path, **before: bytes) -> list[Change]:
    return [
        Change(root / "a.py", before.get("a", b"a\n"), b"A\r\n"),
        Change(root / "pkg/b.py", before.get("b", b"b\n"), b"B\xff"),
    ]


def state(root: Path) -> dict[str, bytes]:
    return {name: (root / name).read_bytes() for name in listing(root)}


BEFORE = {"a.py": b"a\n", "pkg/b.py": b"b\n"}
AFTER = {"a.py": b"A\r\n", "pkg/b.py": b"B\xff"}


def test_bytes_are_written_as_they_are(root: Path) -> None:
    write_all(changes(root), root)
    assert state(root) == AFTER


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o666, 0o4755])
def test_the_mode_stays(root: Path, mode: int) -> None:
    (root / "a.py").chmod(mode)
    before = os.umask(0o077)
    try:
        write_all(changes(root), root)
    finally:
        os.umask(before)
    assert stat.S_IMODE((root / "a.py").stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays(root: Path) -> None:
    os.chown(root / "a.py", 1234, 4321)
    (root / "a.py").chmod(0o4755)
    write_all(changes(root), root)
    status = (root / "a.py").stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 4321, 0o4755)


def test_an_owner_that_can_t_be_set_is_no_reason_to_stop(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    write_all(changes(root), root)
    assert state(root) == AFTER


def test_a_link_stays_and_its_target_is_written(root: Path) -> None:
    (root / "a.py").rename(root / "real.py")
    (root / "a.py").symlink_to("real.py")
    write_all(changes(root), root)
    assert (root / "a.py").readlink() == Path("real.py")
    assert (root / "real.py").read_bytes() == b"A\r\n"


def test_a_link_out_of_the_root_is_not_followed(root: Path) -> None:
    outside = write(root.parent / "outside.py", "a\n")
    (root / "a.py").unlink()
    (root / "a.py").symlink_to(outside)
    with pytest.raises(Unwritten) as error:
        write_all(changes(root), root)
    assert error.value.reason == f"it leads out of the project root, to {outside}"
    assert outside.read_bytes() == b"a\n"
    assert state(root) == BEFORE


def test_of_hard_links_one_is_written(root: Path) -> None:
    os.link(root / "a.py", root / "other.py")
    write_all(changes(root), root)
    assert state(root) == AFTER | {"other.py": b"a\n"}


@pytest.mark.usefixtures("ordinary_user")
@pytest.mark.parametrize(("name", "reason"), [("pkg/b.py", "it is read-only"), ("pkg", "its folder is read-only")])
def test_what_is_read_only_is_not_written_and_nothing_else_is(root: Path, name: str, reason: str) -> None:
    path = root / name
    mode = stat.S_IMODE(path.stat().st_mode)
    path.chmod(mode & ~0o222)
    try:
        with pytest.raises(Unwritten) as error:
            write_all(changes(root), root)
    finally:
        path.chmod(mode)
    assert (error.value.path, error.value.reason, error.value.written) == (root / "pkg/b.py", reason, ())
    assert state(root) == BEFORE


def test_a_file_that_is_gone_stays_so(root: Path) -> None:
    (root / "pkg/b.py").unlink()
    with pytest.raises(Unwritten) as error:
        write_all(changes(root), root)
    assert (error.value.path, error.value.reason) == (root / "pkg/b.py", "No such file or directory")
    assert state(root) == {"a.py": b"a\n"}


def test_a_file_that_has_changed_is_not_written_and_nothing_else_is(root: Path) -> None:
    write(root / "pkg/b.py", "somebody's work\n")
    with pytest.raises(Unwritten) as error:
        write_all(changes(root), root)
    assert (error.value.path, error.value.reason) == (root / "pkg/b.py", "it has changed since it was checked")
    assert state(root) == {"a.py": b"a\n", "pkg/b.py": b"somebody's work\n"}


def test_a_full_disk_leaves_everything_as_it_was(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def full(number: int) -> None:
        calls.append(number)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unwritten) as error:
        write_all(changes(root), root)
    assert (error.value.path, error.value.reason) == (root / "pkg/b.py", "No space left on device")
    assert state(root) == BEFORE


def test_what_fails_late_says_what_is_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if target.name == "b.py":
            raise OSError(5, "Input/output error")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(Unwritten) as error:
        write_all(changes(root), root)
    assert (error.value.path, error.value.reason) == (root / "pkg/b.py", "Input/output error")
    assert error.value.written == (root / "a.py",)
    assert state(root) == {"a.py": b"A\r\n", "pkg/b.py": b"b\n"}


def test_an_interrupt_before_the_first_file_leaves_everything_as_it_was(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: int) -> None:
        assert [name for name in listing(root) if name.endswith(".tmp")]
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_all(changes(root), root)
    assert state(root) == BEFORE


def test_an_interrupt_between_two_files_waits_for_the_last(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def interrupted(path: Path, target: Path) -> Path:
        signal.raise_signal(signal.SIGINT)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    # A shell starts what runs in the background with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            write_all(changes(root), root)
        assert state(root) == AFTER
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_may_write(root: Path) -> None:
    code = (
        "import sys, threading; from pathlib import Path\n"
        "from lint_rules.fixing.workspace import Change; from lint_rules.fixing.writing import write_all\n"
        "root = Path(sys.argv[1]); change = Change(root / 'a.py', b'a\\n', b'A\\n')\n"
        "thread = threading.Thread(target=write_all, args=([change], root)); thread.start(); thread.join()\n"
    )
    run = subprocess.run([sys.executable, "-c", code, str(root)], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert state(root) == BEFORE | {"a.py": b"A\n"}
