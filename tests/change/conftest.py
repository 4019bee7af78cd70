"""A small project on disk, checked with the cache and without after each change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from small_project import LAYERS, MANIFEST, Project


@pytest.fixture
def plant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], checks: list[int]
) -> Callable[[Mapping[str, str]], Project]:
    """Writes the files of a package, beside one with layers, and checks them once."""
    for name in ("QUANTFENCE_NO_CACHE", "QUANTFENCE_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)

    def plant(files: Mapping[str, str]) -> Project:
        root = tmp_path.resolve() / "project"
        (root / "acme").mkdir(parents=True)
        (root / "quantfence.yaml").write_text(MANIFEST)
        (root / "acme" / "__init__.py").touch()
        monkeypatch.chdir(root)
        project = Project(root, capsys, checks)
        for name, text in {"layers": LAYERS, **files}.items():
            project.write(name, text)
        assert not project.known()
        return project

    return plant
