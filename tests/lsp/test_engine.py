"""A check that is given up for a newer one ends for who shows how far it is, too."""

from __future__ import annotations

from pathlib import Path
from queue import Queue
from typing import cast

import pytest

pytest.importorskip("pygls")

from editor import plant

from lint_rules.locate import Project
from lint_rules.lsp.engine import Analysis, Engine, Wanted
from lint_rules.lsp.progress import Bar
from lint_rules.lsp.settings import Settings


class _Told:
    """Stands for a bar; asks for another check when it is told for the first time how far this one is."""

    def __init__(self, engine: list[Engine], then: Wanted | None = None) -> None:
        self.engine = engine
        self.then = then

    def told(self, number: int, among: int) -> None:
        if self.then is not None:
            self.engine[0].ask(self.then)
            self.then = None


def test_each_check_that_begins_ends(tmp_path: Path) -> None:
    root = plant(tmp_path.resolve() / "project")
    ended: Queue[tuple[Analysis | None, Bar]] = Queue()
    engines: list[Engine] = []
    engine = Engine(Project(root, root / "quantfence.yaml"), lambda *each: ended.put(each), lambda: None)
    engines.append(engine)
    second = Wanted(Settings(), {}, cast(Bar, _Told(engines)))
    first = Wanted(Settings(), {}, cast(Bar, _Told(engines, second)))
    engine.ask(first)
    assert ended.get(timeout=20) == (None, first.bar)
    analysis, bar = ended.get(timeout=20)
    assert bar is second.bar
    assert analysis is not None and analysis.verdict is not None
    engine.end()
