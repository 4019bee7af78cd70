"""Edits of files that have findings of their own: these move with the text that they were made of, with their fixes.

``known`` runs with the cache and without, compares, and says whether the run with the cache did without a check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from files_with_findings import FILES
from small_project import Project

_FIXES = ("--diff", "--unsafe-fixes")


@pytest.fixture
def project(plant: Callable[[Mapping[str, str]], Project], monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("QUANTFENCE_WORKERS", "1")
    project = plant(FILES)
    assert len(project.run("--output-format", "concise").findings) == 8
    return project


def known(project: Project, *, is_utf8: bool = True) -> bool:
    """Whether a run did without a check; whatever is printed is the same."""
    was_known = project.known()
    assert project.known("--output-format", "json")
    assert project.known("--output-format", "sarif")
    if is_utf8:
        # A patch holds the bytes of the files.
        project.known(*_FIXES)
    return was_known


def insert(project: Project, name: str, before: str, *lines: str) -> None:
    """Put lines before another one of a file, indented as that is."""
    path = project.path(name)
    text = path.read_bytes().decode()
    at = text.index(before)
    begin = text.rfind("\n", 0, at) + 1
    end = "\r\n" if "\r\n" in text else "\n"
    path.write_bytes((text[:begin] + "".join(f"{text[begin:at]}{each}{end}" for each in lines) + text[begin:]).encode())


@pytest.mark.parametrize(
    ("name", "before", "lines"),
    [
        ("wrong", "import torch", ["# so"]),
        ("wrong", "from acme", ["", ""]),
        ("wrong", "class Wrong", ["# é 🙂", "\f"]),
        ("wrong", "return x", ["x = 1  # 🙂"]),
        ("wrong", "return self.a(x)", ["# why", "x = self.a(x)"]),
        ("wrong", "def _one(", ["# of the list"]),
        ("wrong", "class Outer", ["#"]),
        ("wrong", "class Inner", ["# inner"]),
        ("wrong", "def convert", [""]),
        ("bare", "class Bare", ["# é"]),
        ("bare", "SIZE = 1", ["# one", "# é"]),
        ("bare", "import torch", ["# 🙂"]),
        ("bare", "import os", [""]),
        ("bare", "x = self.up(x)", ["x = x + 1"]),
        ("bare", "def last", ["# the last one"]),
        ("twins", "return self.up", ["# so"]),
        ("twins", "import torch", ["#"] * 5),
        ("outside", "class Outside", ["# so"]),
    ],
)  # fmt: skip
def test_lines_elsewhere_in_the_file(project: Project, name: str, before: str, lines: list[str]) -> None:
    insert(project, name, before, *lines)
    # A finding outside of any function, or in one that is not found alone, was made of the whole file.
    assert known(project) is (name != "outside")
    text = project.path(name).read_text()
    project.path(name).write_text(text + "\n\n# the end\n")
    assert known(project) is (name != "outside")


@pytest.mark.parametrize(
    ("name", "before", "lines"),
    [
        ("wrong", "self.a = ", ["# so"]),
        ("wrong", "def make", [""]),
        ("wrong", "size,  # é", ["# the size"]),
        ("wrong", "return make(i)", ["# made"]),
        ("wrong", "self.x = Linear(1", ["self.y = 1"]),
        ("bare", "self.down = ", ["# so"]),
        ("bare", ")\n\n    def forward", ["# so"]),
        # Where the line is that a message names.
        ("twins", "self.up = ", ["# so"]),
        # Where a fix puts the import.
        ("bare", "SIZE = 1\n", ["import sys"]),
    ],
)
def test_lines_that_a_finding_was_made_of(project: Project, name: str, before: str, lines: list[str]) -> None:
    insert(project, name, before, *lines)
    assert not known(project)


@pytest.mark.parametrize(
    ("name", "old", "new", "is_known"),
    [
        ("wrong", "from acme.layers import Linear", "from acme.layers import Linear  # so", True),
        ("wrong", "from acme.layers import Linear", "from acme.layers import (\n    Linear,\n)", True),
        ("wrong", "from acme.layers import Linear", "from acme.layers import Linear, QuantConfig", False),
        # A fix adds to these imports, or stands beside them.
        ("bare", "from acme.layers import Linear", "from acme.layers import Linear  # so", False),
        ("bare", "import os", "import os  # so", False),
        ("bare", "SIZE = 1", "SIZE = 1  # so", True),
        ("bare", "SIZE = 1", "SIZE = (1)", True),
        ("bare", "SIZE = 1", "SIZE = 2", False),
        ("bare", '"""No name', '"""Never a name', False),
        ("bare", 'files."""\n', 'files."""  # so\n', False),
        # Names are put together as most are in the file.
        ("bare", "return self.down(x)", 'return self.down(f"{prefix}.x")', False),
        ("bare", "return self.down(x)", "return self.down(  x  )", True),
        ("beside", 'add_prefix("b", prefix)', 'f"{prefix}.b"', False),
        # Nearly no line is longer than the width of a file.
        ("bare", "        return self.down(x)", "        # " + "so " * 30 + "\n        return self.down(x)", True),
        ("bare", "        return self.down(x)", 5 * ("        # " + "so " * 30 + "\n") + "        return self.down(x)", False),
    ],
)  # fmt: skip
def test_words_elsewhere_in_the_file(project: Project, name: str, old: str, new: str, is_known: bool) -> None:
    project.change(name, old, new)
    assert known(project) is is_known


def test_two_edits_with_findings_between(project: Project) -> None:
    insert(project, "wrong", "import torch", "# first", "# second")
    insert(project, "wrong", "return self.a(x)", "# between 🙂")
    insert(project, "wrong", "def convert", "# at the end")
    insert(project, "bare", "import os", "")
    insert(project, "bare", "x = self.up(x)", "# between é")
    insert(project, "bare", "return x", "x = 1")
    assert not known(project)
    insert(project, "wrong", "import torch", "# anew")
    insert(project, "wrong", "def last", "", "")
    insert(project, "bare", "SIZE = 1", "")
    insert(project, "bare", "return x", "x = 1")
    assert known(project)


def test_lines_are_taken_away_and_come_back(project: Project) -> None:
    before = {name: project.path(name).read_bytes() for name in FILES}
    project.change("wrong", "def first(x):\n    return x\n", "def first(x): return x\n")
    project.change("bare", "        x = self.up(x)\n", "")
    assert known(project)
    for name, data in before.items():
        project.path(name).write_bytes(data)
    assert known(project)


@pytest.mark.parametrize("name", ["wrong", "bare"])
@pytest.mark.parametrize(
    "made",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
        lambda text: b"# coding: latin-1\n" + text.translate({0x1F642: "\xa7", 0x2702: "x", 0xFE0F: None}).encode("latin-1"),
        lambda text: text.replace("    ", "\t").encode(),
        lambda text: text.replace("\nclass ", "\n\fclass ").encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["crlf", "mark", "mark and crlf", "latin", "tabs", "form feeds", "no end"],
)  # fmt: skip
def test_bytes(project: Project, name: str, made: Callable[[str], bytes]) -> None:
    path = project.path(name)
    path.write_bytes(made(path.read_text()))
    is_utf8 = b"latin" not in path.read_bytes()
    known(project, is_utf8=is_utf8)
    for before, new in [
        (b"import torch", b"# above"),
        (b"class ", b"# between"),
        (b"    return x", b"    x = 1"),
    ]:
        data = path.read_bytes()
        end = b"\r\n" if b"\r\n" in data else b"\n"
        at = data.rindex(before.replace(b"    ", b"\t") if b"\t" in data else before)
        at = data.rfind(b"\n", 0, at) + 1 or 3 * data.startswith(b"\xef\xbb\xbf")
        indent = data[at:][: len(data[at:]) - len(data[at:].lstrip(b" \t"))]
        path.write_bytes(data[:at] + indent + new.strip() + end + data[at:])
        assert known(project, is_utf8=is_utf8)


def test_a_lone_carriage_return(project: Project) -> None:
    path = project.path("wrong")
    path.write_bytes(path.read_bytes().replace(b"class Wrong", b"# so\r# and so\nclass Wrong"))
    assert not known(project)
    insert(project, "wrong", "class Wrong", "# so")
    assert not known(project)


def test_the_fixes_that_are_made(project: Project) -> None:
    insert(project, "wrong", "class Wrong", "# é 🙂")
    insert(project, "bare", "import os", "# é 🙂")
    insert(project, "wrong", "return self.a(x)", "# so")
    before = {name: project.path(name).read_bytes() for name in FILES}
    assert known(project)
    said, made = [], []
    for options in ((), ("--no-cache",)):
        said.append(project.run("--fix", "--unsafe-fixes", *options))
        made.append({name: project.path(name).read_bytes() for name in FILES})
        for name, data in before.items():
            project.path(name).write_bytes(data)
    assert said[0] == said[1]
    assert made[0] == made[1] != before


def test_ignore_comments_are_read_where_they_stand_now(project: Project) -> None:
    project.change("wrong", 'prefix=f"{prefix}.b")', 'prefix=f"{prefix}.b")  # quantfence: ignore[QF007]')
    known(project)
    insert(project, "wrong", "import torch", "# so")
    assert known(project)
    assert "wrong.py:13" not in project.run("--output-format", "concise").out
    insert(project, "wrong", "class Outer", "# quantfence: ignore-file[QF006]")
    assert known(project)
    assert "wrong.py" in project.run("--output-format", "concise").out
    insert(project, "wrong", "return self.a(x)", "x = 1  # quantfence: ignore[QF007]")
    assert known(project)
    assert "QF100" in project.run("--output-format", "concise").out


def test_a_baseline_is_held_against_what_is_there_now(project: Project) -> None:
    from lint_rules.cli import main

    assert main(["baseline", "--preview"]) == 0
    project.run()
    assert known(project)
    insert(project, "wrong", "import torch", "# so")
    insert(project, "bare", "class Bare", "# so")
    assert known(project)
    assert not project.run("--output-format", "concise").findings
