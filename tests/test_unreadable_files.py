"""Files that nobody can read are never skipped in silence, whatever they may hold."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lint_rules.check import Request, check
from lint_rules.manifest.load import load_manifest
from tests.command import write

Judge = Callable[..., Any]

MANIFEST = "version: 1\nquantization: {names: [float8_cfg]}\nexclusions:\n  - id: head\n    modules: [ScoreHead]\n"
REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("exhaustive", [False, True])
def test_a_file_without_permission_is_a_finding(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    real = os.open

    def refuse(path: Any, *arguments: Any, **options: Any) -> int:
        if str(path).endswith("closed.py") and arguments and not arguments[0] & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *arguments, **options)

    monkeypatch.setattr(os, "open", refuse)
    judged = judge({"closed.py": "x = 1\n", "open.py": "x = 1\n"}, manifest=MANIFEST, exhaustive=exhaustive)
    assert [(each.code, each.message) for each in judged.diagnostics] == [("QF900", "can't be read: Permission denied")]
    assert judged.places == [("closed.py", 1)]


@pytest.mark.parametrize("exhaustive", [False, True])
def test_a_file_that_is_gone_since_it_was_listed_is_a_finding(tmp_path: Path, exhaustive: bool) -> None:
    root = tmp_path.resolve()
    manifest = load_manifest(write(root / "quantfence.yaml", MANIFEST))
    outcome = check(Request(manifest, root, [root / "gone.py"], exhaustive=exhaustive))
    assert [(each.path, each.code, each.message) for each in outcome.diagnostics] == [
        (root / "gone.py", "QF900", "can't be read: No such file or directory")
    ]


PROFILE_ONLY = (
    "version: 1\nquantization: {names: [quant_config]}\nlayers: {classes: [base.LinearBase], prefix: prefix}\n"
)
BROKEN = "class Model:\n    def build(self {word}): ...\n"


@pytest.mark.parametrize(
    ("word", "found"),
    [("quant_config", [("broken.py", 2)]), ("LinearBase", [("broken.py", 2)]), ("quant_configs", []), ("base", [])],
)
def test_without_exclusions_a_broken_file_counts_if_it_holds_a_name_of_the_manifest(
    judge: Judge, word: str, found: list[tuple[str, int]]
) -> None:
    judged = judge({"broken.py": BROKEN.format(word=word), "empty.py": ""}, manifest=PROFILE_ONLY)
    assert judged.places == found
    assert {each.code for each in judged.diagnostics} <= {"QF900"}


def test_without_exclusions_exhaustive_reads_every_file(judge: Judge) -> None:
    judged = judge({"broken.py": BROKEN.format(word="size")}, manifest=PROFILE_ONLY, exhaustive=True)
    assert [(each.code, each.start.line) for each in judged.diagnostics] == [("QF900", 2)]


def test_a_broken_file_of_layers_counts_beside_exclusions(judge: Judge) -> None:
    manifest = PROFILE_ONLY + "exclusions:\n  - {id: head, modules: [ScoreHead]}\n"
    judged = judge({"broken.py": BROKEN.format(word="LinearBase"), "head.py": "class ScoreHead: ...\n"}, manifest)
    assert [(each.code, each.start.line) for each in judged.diagnostics] == [("QF900", 2)]


@pytest.mark.skipif(not os.geteuid(), reason="root reads everything")
def test_the_command_says_so(tmp_path: Path) -> None:
    write(tmp_path / "quantfence.yaml", MANIFEST)
    write(tmp_path / "closed.py", "x = 1\n").chmod(0)
    command = [sys.executable, "-m", "lint_rules", "check", "--output-format", "concise"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.startswith("closed.py:1:1: QF900 can't be read: Permission denied\n")
