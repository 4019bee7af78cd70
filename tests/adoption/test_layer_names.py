"""Findings about names beside ignore comments: what is silenced stays, and an import is nobody's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.command import Result
from tests.rules.engine import PLAIN, block, write_engine

Run = Callable[..., Result]

NEIGHBOUR = {
    "engine/blocks/other.py": """\
from torch import nn
from engine.layers import Linear, add_prefix


class Other(nn.Module):
    def __init__(self, size, quant_config=None, prefix=""):
        super().__init__()
        self.x = Linear(size, quant_config=quant_config, prefix=add_prefix("x", prefix))
"""
}
SILENCED = "self.a = Linear(size, quant_config)  # quantfence: ignore[QF006] on purpose\n"
UNSURE = 'self.a = Linear(1, quant_config, prefix=f"{size.prefix}.a")'


def test_an_import_that_a_silenced_finding_would_need_too_is_added(check: Run, project: Path) -> None:
    path = write_engine(project, block(f"{SILENCED}self.b = Linear(size, quant_config)", PLAIN), NEIGHBOUR)
    assert check().findings == ["engine/blocks/block.py:9 QF006"]
    assert check("--fix").findings == []
    assert path.read_text("utf-8") == block(
        f'{SILENCED}self.b = Linear(size, quant_config, prefix=add_prefix("b", prefix))',
        PLAIN.replace("Linear", "Linear, add_prefix"),
    )


def test_nothing_is_imported_for_a_silenced_finding(check: Run, project: Path) -> None:
    path = write_engine(project, before := block(SILENCED, PLAIN), NEIGHBOUR)
    assert check("--fix", "--unsafe-fixes").findings == []
    assert path.read_text("utf-8") == before


def test_what_only_looks_wrong_is_told_who_asks(check: Run, project: Path) -> None:
    write_engine(project, block(UNSURE))
    assert check().code == 0
    assert check("--select", "QF00").code == 0
    place = "engine/blocks/block.py:8:42: QF007 "
    said = '`prefix=f"{size.prefix}.a"` calls Linear `{size.prefix}.a`, but its place is `block.a` (preview)'
    for arguments in (("--preview",), ("--select", "QF007")):
        assert check(*arguments).out.splitlines()[0] == place + said


def test_a_comment_that_silences_what_only_looks_wrong_is_used(check: Run, project: Path) -> None:
    write_engine(project, block(f"{UNSURE}  # quantfence: ignore[QF007] its config knows"))
    assert check() == Result(0, "All clear: 5 files checked.\n", "")
    assert check("--preview") == Result(0, "All clear: 5 files checked.\n", "")


def test_a_baseline_outlives_fixes_of_its_neighbours(check: Run, run: Run, project: Path) -> None:
    line = "self.{} = Linear(size, quant_config)\n"
    path = write_engine(project, block(line.format("a") + line.format("b")))
    run("baseline", "-q")
    text = path.read_text("utf-8")
    path.write_text(text.replace("self.a = Linear(size, quant_config)", "self.a = None"), encoding="utf-8")
    assert check() == Result(
        0,
        "All clear: 5 files checked. (1 in the baseline)\n",
        "quantfence: note: 1 finding of the baseline is gone: run `quantfence baseline` to drop it\n",
    )
