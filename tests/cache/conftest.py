"""A copy of a case, the command run in it, and how often a run had to check."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import CASES, Tree


@pytest.fixture(autouse=True)
def cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be a cache, wherever it is by itself."""
    for name in ("QUANTFENCE_NO_CACHE", "QUANTFENCE_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file be old as soon as it is written: what tests write is never three seconds old."""
    monkeypatch.setattr("lint_rules.cache.contents._YOUNG", 0)


@pytest.fixture
def plant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], checks: list[int]
) -> Callable[[str], Tree]:
    """Copy a case; the current directory is its root."""

    def plant(name: str) -> Tree:
        root = tmp_path.resolve() / name
        shutil.copytree(CASES / name, root)
        monkeypatch.chdir(root)
        return Tree(root, capsys, checks)

    return plant


@pytest.fixture
def tree(plant: Callable[[str], Tree]) -> Tree:
    """A project with a finding."""
    return plant("kda-before")
