"""Text that stands for a file takes the short way, too, and leaves nothing behind."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from small_project import Project

from tests.command import Result

USER = """
    import torch.nn as nn
    from acme.layers import Linear


    class User(nn.Module):
        def __init__(self, config, quant_config=None, prefix=""):
            super().__init__()
            self.a = Linear(1, quant_config=quant_config, prefix=f"{prefix}.wrong")
"""


@pytest.fixture
def project(plant: Callable[[Mapping[str, str]], Project]) -> Project:
    return plant({"user": USER})


@pytest.mark.parametrize(
    ("old", "new", "is_known"),
    [
        ("class User", "# A comment.\n\n\nclass User", True),
        ("Linear(1, ", "Linear(2, ", False),
        ("{prefix}.wrong", "{prefix}.a", False),
    ],
)
def test_standard_input(
    project: Project, monkeypatch: pytest.MonkeyPatch, checks: list[int], old: str, new: str, is_known: bool
) -> None:
    path = project.path("user")
    text = path.read_text().replace(old, new)

    def piped(*options: str) -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return project.run("--stdin-filename", str(path), *options)

    before, kept = len(checks), _files(project.root)
    found = piped()
    assert (len(checks) == before) is is_known
    if is_known:
        assert _files(project.root) == kept
    assert found == piped("--no-cache")
    assert found != project.run()
    assert project.known()


def _files(root: Path) -> set[Path]:
    return {path for path in (root / ".quantfence_cache").rglob("*") if path.is_file()}
