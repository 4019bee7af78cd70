"""The tests themselves may run on a build server."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_build_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI_PROJECT_DIR", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
