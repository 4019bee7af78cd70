"""The commands that are measured: quantfence's own, and those of its peers, in a virtual environment of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

RULES = Path(__file__).parent / "rules"
_PEERS = ("ruff", "semgrep", "fixit")
QUANTFENCE = (sys.executable, "-m", "lint_rules")
_HOOK = ("check", "--force-exclude")
"""What the hook for pre-commit runs; the changed files follow."""


class Command(NamedTuple):
    """A command line, and the folder that it is run in."""

    line: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str] = {}

    def run(self, output: int | None = subprocess.DEVNULL) -> subprocess.CompletedProcess[bytes]:
        """Run it. Raises RuntimeError where it could not do its job: linters end with 0 or 1 otherwise."""
        # What the shell of the person who measures has set must not count.
        env = {name: value for name, value in os.environ.items() if not name.startswith("QUANTFENCE_")}
        done = subprocess.run(
            self.line,
            cwd=self.folder,
            env={**env, **self.environment},
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
        )
        if done.returncode not in (0, 1):
            raise RuntimeError(
                f"{' '.join(self.line)} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}"
            )
        return done


def quantfence(root: Path, *arguments: str, workers: int | None = None) -> Command:
    """A check of a whole project."""
    environment = {"PYTHONPATH": str(Path(__file__).parents[1])}
    if workers is not None:
        environment["QUANTFENCE_WORKERS"] = str(workers)
    return Command((*QUANTFENCE, "check", *arguments), root, environment)


def hook(root: Path, file: str) -> Command:
    """What pre-commit runs for a commit that changes one file."""
    return Command((*QUANTFENCE, *_HOOK, file), root, {"PYTHONPATH": str(Path(__file__).parents[1])})


class Peers:
    """Other tools that read Python, each with what is nearest to what quantfence does."""

    def __init__(self, work: Path) -> None:
        self._bin = work / "peers" / ("Scripts" if os.name == "nt" else "bin")
        if not (self._bin / "pip").exists():
            venv.create(work / "peers", with_pip=True)
        if not all((self._bin / name).exists() for name in _PEERS):
            subprocess.run([self._bin / "python", "-m", "pip", "install", "--quiet", *_PEERS], check=True)

    def version(self, name: str) -> str:
        """What a tool says of itself, its name left out."""
        said = subprocess.run([self._bin / name, "--version"], capture_output=True, text=True, check=True).stdout
        return said.split()[-1]

    def ruff(self, root: Path) -> Command:
        """All files, ruff's own default rules."""
        return Command((str(self._bin / "ruff"), "check", "--no-cache", "--isolated", "--quiet", "."), root)

    def semgrep(self, folder: Path) -> Command:
        """One pattern: a call that gives a quantization config and no prefix."""
        options = ("--metrics=off", "--disable-version-check", "--no-git-ignore", "--quiet")
        return Command(
            (str(self._bin / "semgrep"), "scan", *options, f"--config={RULES / 'unnamed.yaml'}", "."), folder
        )

    def fixit(self, folder: Path) -> Command:
        """One rule: the same."""
        line = (str(self._bin / "fixit"), "--quiet", "--rules", "fixit_unnamed", "lint", ".")
        return Command(line, folder, {"PYTHONPATH": str(RULES)})
