"""The diff is one that ``patch`` takes, whatever the bytes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lint_rules.fixing.diff import unified
from lint_rules.fixing.workspace import Change
from tests.command import write


def diff(before: bytes, after: bytes) -> bytes:
    return b"".join(unified(Change(Path("/project/a.py"), before, after), "a.py"))


def test_lines_around_a_change_are_shown() -> None:
    before = b"".join(b"%d\n" % number for number in range(10))
    assert diff(before, before.replace(b"5", b"five")) == (
        b"--- a.py\n+++ a.py\n@@ -3,7 +3,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
    )


def test_a_missing_last_line_end_is_said() -> None:
    hint = b"\\ No newline at end of file\n"
    assert diff(b"a", b"b") == b"--- a.py\n+++ a.py\n@@ -1 +1 @@\n-a\n" + hint + b"+b\n" + hint
    assert diff(b"a\n", b"a") == b"--- a.py\n+++ a.py\n@@ -1 +1 @@\n-a\n+a\n" + hint
    assert diff(b"a", b"") == b"--- a.py\n+++ a.py\n@@ -1 +0,0 @@\n-a\n" + hint


def test_bytes_are_printed_as_they_are() -> None:
    assert diff(b"\xff\r\na\rb\x0c\n", b"\xfe\r\na\rb\x0c\n") == (
        b"--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n-\xff\r\n+\xfe\r\n a\rb\x0c\n"
    )


_TEXT = st.lists(st.sampled_from([b"a\n", b"b\r\n", b"c\rd\n", b"\xff\n", b"\x0c\n", b"\n", b"- e\n"]), max_size=12)


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_TEXT, _TEXT, st.sampled_from([b"", b"end"]), st.sampled_from([b"", b"end"]))
def test_patch_makes_of_the_old_file_the_new_one(
    tmp_path: Path, one: list[bytes], other: list[bytes], end: bytes, other_end: bytes
) -> None:
    before, after = b"#\n" + b"".join(one) + end, b"#\n" + b"".join(other) + other_end
    path = write(tmp_path / "a.py", before)
    command = ["patch", "--binary", "--silent", str(path)]
    subprocess.run(command, input=diff(before, after), check=True, cwd=tmp_path)
    assert path.read_bytes() == after
