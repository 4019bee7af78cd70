"""An editor with a small project open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("pytest_lsp")

from editor import Editor, plant, started


@pytest.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    """An editor with the small project open."""
    editor = await started(plant(tmp_path.resolve() / "project"))
    yield editor
    await editor.client.shutdown_session()
    assert not any("Traceback" in each or "Error(" in each for each in editor.log()), editor.log()
