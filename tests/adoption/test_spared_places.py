"""What a person silenced stays as it is, whichever rule's fix would change it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from old_tree import MANIFEST

from tests.command import Result, write

Run = Callable[..., Result]

CONFIG = """\
from pydantic import BaseModel
from torch import nn


class ScoreHead(nn.Module):
    def __init__(self, size, float8_cfg=None):
        super().__init__()
        self.proj = make_linear(size, float8_cfg=float8_cfg)


class ScoreConfig(BaseModel):
    quantize: bool = False

    def build(self, float8_cfg):
        return ScoreHead(8, float8_cfg=float8_cfg)
"""
REASON = "  # quantfence: ignore[QF001] on purpose"


@pytest.fixture
def model(project: Path) -> Path:
    write(project / "quantfence.yaml", MANIFEST + "    policy: ScoreConfig.quantize\n")
    return project / "model.py"


def test_without_a_word_both_rules_repair_it(check: Run, model: Path) -> None:
    write(model, CONFIG)
    assert check().findings == ["model.py:12 QF004", "model.py:15 QF001"]
    assert check("--fix").code == 0
    assert model.read_text("utf-8") == CONFIG.replace(
        "float8_cfg=float8_cfg)\n", "float8_cfg=float8_cfg if self.quantize else None)\n"
    ).replace("size, float8_cfg=float8_cfg if self.quantize else None)", "size, float8_cfg=float8_cfg)")


def test_a_comment(check: Run, model: Path) -> None:
    text = CONFIG.removesuffix("\n") + REASON + "\n"
    write(model, text)
    assert check("--fix").findings == ["model.py:12 QF004"]
    assert check("--fix", "--unsafe-fixes").findings == ["model.py:12 QF004"]
    assert model.read_text("utf-8") == text


def test_a_setting(check: Run, model: Path, project: Path) -> None:
    write(project / "pyproject.toml", '[tool.quantfence.per-file-ignores]\n"model.py" = ["QF001"]\n')
    write(model, CONFIG)
    assert check("--fix").findings == ["model.py:12 QF004"]
    assert model.read_text("utf-8") == CONFIG


def test_a_baseline(check: Run, run: Run, model: Path) -> None:
    write(model, CONFIG)
    run("baseline", "--ignore", "QF004")
    assert check("--fix").findings == ["model.py:12 QF004"]
    assert model.read_text("utf-8") == CONFIG


def test_a_dead_policy_stays_in_the_baseline_when_one_more_builder_is_written(
    check: Run, run: Run, model: Path
) -> None:
    write(model, CONFIG)
    run("baseline")
    write(model, CONFIG + "\n\ndef another(float8_cfg):\n    return ScoreHead(4, float8_cfg=float8_cfg)\n")
    result = check()
    assert (result.findings, result.err) == (["model.py:19 QF001"], "")
