"""Several processes find what one finds, in every case, and what one of them fails to bring is done by the first."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import NAMES, Tree

from lint_rules.cache.stamps import digest
from lint_rules.project import beside
from lint_rules.project.source import Source
from lint_rules.project.symbols import Project

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no process is forked elsewhere")


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let all work be shared, however little there is; gets an item for each process that is forked."""
    forked: list[int] = []
    fork = os.fork

    def counting() -> int:
        process = fork()
        if process:
            forked.append(process)
        return process

    monkeypatch.setattr(os, "fork", counting)
    monkeypatch.setattr("lint_rules.outline.crew._WORTH", 1)
    monkeypatch.setattr("lint_rules.rules.shares._WORTH", 0)
    monkeypatch.setattr("lint_rules.rules.qf006_unnamed_layer._MANY", 0)
    monkeypatch.setattr("lint_rules.project.extraction._WORTH", 1)
    return forked


@pytest.mark.parametrize("name", NAMES)
def test_several_processes_find_what_one_finds(
    name: str, plant: Callable[[str], Tree], crowd: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = plant(name)
    monkeypatch.setenv("QUANTFENCE_WORKERS", "1")
    alone = tree.check("--no-cache")
    assert not crowd
    monkeypatch.setenv("QUANTFENCE_WORKERS", "3")
    assert tree.check("--no-cache") == alone
    assert crowd or alone.code == 2
    assert tree.check() == alone
    # Of what the others have read, the cache knows, too.
    assert tree.check() == alone


def test_a_process_that_dies_is_not_missed(
    plant: Callable[[str], Tree], crowd: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = plant("unnamed-layers")
    monkeypatch.setenv("QUANTFENCE_WORKERS", "1")
    alone = tree.check("--no-cache")
    start = beside.beside
    monkeypatch.setenv("QUANTFENCE_WORKERS", "3")
    for module in ("lint_rules.outline.crew", "lint_rules.rules.shares"):
        monkeypatch.setattr(f"{module}.beside", lambda project, work: start(project, lambda: os._exit(1)))
    assert tree.check("--no-cache") == alone
    assert crowd


def one_file(folder: Path) -> tuple[Project, Source]:
    path = folder / "model.py"
    path.write_text("x = 1\n")
    project = Project(folder, [path])
    project.expect([b"x"])
    return project, project.source(path)


def test_a_file_that_another_process_finds_changed_is_kept_in_no_state(tmp_path: Path) -> None:
    project, source = one_file(tmp_path)
    assert source.holds(b"x")
    before = source.digest

    def work() -> bytes:
        source.path.write_text("x = 22\n")
        return source.data

    assert beside.beside(project, work)() == b"x = 22\n"
    assert source.is_looked_into
    assert source.seen() is None
    assert source.digest not in (before, digest(b"x = 22\n"))


def test_a_file_that_another_process_only_searched_is_not_looked_into(tmp_path: Path) -> None:
    project, source = one_file(tmp_path)
    assert beside.beside(project, lambda: b"yes" if source.holds(b"x") else b"no")() == b"yes"
    assert not source.is_looked_into
    assert beside.beside(project, lambda: b"yes" if source.holds(b"y") else b"no")() == b"no"
    assert source.is_looked_into
