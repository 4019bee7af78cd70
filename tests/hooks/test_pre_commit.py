"""The hooks, driven by the real pre-commit from a scratch repository, with this repository as their source.

pre-commit takes this repository as it is, with what is changed and not committed yet, and installs it from there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
HOOKS = REPOSITORY / ".pre-commit-hooks.yaml"

MANIFEST = """\
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: router
    modules: [Router]
"""

MODEL = """\
from dataclasses import dataclass

from torch import nn


class Float8Config:
    pass


@dataclass
class Config:
    width: int = 8
    float8_cfg: Float8Config | None = None


class Router(nn.Module):
    def __init__(self, width: int, float8_cfg: Float8Config | None = None) -> None:
        super().__init__()
        self.gate = nn.Linear(width, width) if float8_cfg is None else float8_cfg.linear(width, width)


class Model(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.router = Router(config.width, float8_cfg=config.float8_cfg)
"""
VIOLATION = re.compile(r"^model\.py:25:\d+: QF001 \[\*\] `config\.float8_cfg` ", re.MULTILINE)


class Scratch:
    """A git repository of its own, and pre-commit run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "scratch"
        self.folder.mkdir()
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
        self._environment = {
            **inherited,
            "GIT_AUTHOR_NAME": "A",
            "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@example.org",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "PRE_COMMIT_HOME": str(folder / "pre-commit"),
        }
        self.git("init", "-q")

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.folder, env=self._environment, check=True)

    def stage(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")
        self.git("add", name)

    def hook(self, hook: str) -> tuple[int, str]:
        """Run one hook over the staged files; return the exit code of pre-commit and what it printed."""
        return self._pre_commit("try-repo", str(REPOSITORY), hook)

    def hook_with(self, changes: dict[str, Any]) -> tuple[int, str]:
        """Run the hook that checks, not installed, with what a configuration changes of it."""
        (hook,) = (each for each in yaml.safe_load(HOOKS.read_text("utf-8")) if each["id"] == "quantfence")
        command = f"env PYTHONPATH={REPOSITORY} {sys.executable} -m lint_rules"
        hook |= {**changes, "language": "system", "entry": hook["entry"].replace("quantfence", command, 1)}
        config = {"repos": [{"repo": "local", "hooks": [hook]}]}
        self.stage(".pre-commit-config.yaml", yaml.safe_dump(config))
        return self._pre_commit("run", "quantfence")

    def _pre_commit(self, *arguments: str) -> tuple[int, str]:
        run = subprocess.run(
            [sys.executable, "-m", "pre_commit", *arguments, "--verbose", "--color", "never"],
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=280,
        )
        return run.returncode, run.stdout


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


def test_the_hook_fails_with_the_finding_and_passes_after_the_repair(scratch: Scratch) -> None:
    scratch.stage("quantfence.yaml", MANIFEST)
    scratch.git("commit", "-q", "-m", "Add a manifest")
    scratch.stage("model.py", MODEL)
    code, printed = scratch.hook("quantfence")
    assert code == 1, printed
    assert VIOLATION.search(printed), printed
    assert "Found 1 problem in 1 file." in printed

    scratch.stage("model.py", MODEL.replace("=config.float8_cfg", "=None"))
    # The manifest is no Python file, and passes as one of the files of a commit.
    scratch.stage("quantfence.yaml", MANIFEST + "    reason: Routing is decided in BF16.\n")
    code, printed = scratch.hook("quantfence")
    assert code == 0, printed
    assert "All clear: 1 file checked." in printed


def test_the_manifest_hook_fails_on_a_bad_manifest(scratch: Scratch) -> None:
    scratch.stage("quantfence.yaml", MANIFEST.replace("modules", "moduls"))
    code, printed = scratch.hook("quantfence-manifest")
    assert code == 1, printed
    assert "quantfence.yaml:7:5: unknown key `moduls`" in printed


def test_a_project_in_a_folder_of_the_repository(scratch: Scratch) -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    (block,) = re.findall(r"^```yaml\n(      - id: quantfence\n.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    (changes,) = yaml.safe_load(block)
    scratch.stage("services/trainer/quantfence.yaml", MANIFEST)
    scratch.stage("services/trainer/model.py", MODEL)
    scratch.stage("services/other/model.py", MODEL)
    code, printed = scratch.hook_with(changes)
    assert code == 1, printed
    assert "services/trainer/model.py:25:" in printed, printed
    assert "Found 1 problem in 1 file." in printed

    scratch.stage("services/trainer/model.py", MODEL.replace("=config.float8_cfg", "=None"))
    code, printed = scratch.hook_with(changes)
    assert code == 0, printed
    assert "All clear: 1 file checked." in printed
