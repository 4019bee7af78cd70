"""A virtual environment for each tool, so that no tool decides what another is installed with."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.errors import BenchmarkError
from benchmarks.pins import HERE, REPOSITORY

_PEERS = ("ruff", "semgrep", "fixit")
_OWN = ("lint_rules", "pyproject.toml", "README.md", "LICENSE")
"""What of this repository an installation needs."""


class Tool(NamedTuple):
    """An installed tool."""

    name: str
    version: str
    folder: Path

    @property
    def program(self) -> str:
        """The command that its environment has."""
        return str(self.folder / "bin" / self.name)


def peers(work: Path, latest: bool) -> dict[str, Tool]:
    """Install the peers, pinned or the newest, where they are not."""
    text = (HERE / "peers" / "requirements.txt").read_text(encoding="utf-8")
    pinned = dict(line.split("==") for line in text.split())
    wanted = {name: name if latest else f"{name}=={pinned[name]}" for name in _PEERS}
    return {name: _installed(work, name, requirement, fresh=latest) for name, requirement in wanted.items()}


def quantfence(work: Path) -> Tool:
    """Install quantfence as users get it, from a copy: an editable one starts slower, a build in place leaves things behind."""
    copy = work / "source"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__")
    for name in _OWN:
        origin = REPOSITORY / name
        if origin.is_dir():
            shutil.copytree(origin, copy / name, ignore=ignored)
        else:
            shutil.copy2(origin, copy / name)
    tool = _installed(work, "quantfence", str(copy), key=_digest(copy))
    return tool._replace(version=f"{tool.version}{_commit()}")


def _installed(work: Path, name: str, requirement: str, key: str = "", fresh: bool = False) -> Tool:
    folder = work / "environments" / name
    stamp = folder / ".installed"
    wanted = f"{requirement} {key} {sys.version}"
    if fresh or not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        _call(sys.executable, "-m", "venv", str(folder))
        _call(str(folder / "bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", requirement)
        # The stamp comes last, so that an installation that broke off is begun anew.
        stamp.write_text(wanted, encoding="utf-8")
    asked = f"from importlib.metadata import version; print(version({name!r}))"
    return Tool(name, _call(str(folder / "bin/python"), "-c", asked).strip(), folder)


def _digest(folder: Path) -> str:
    """A hash over all files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _commit() -> str:
    """`` (abc1234)``, or `` (abc1234 and changes)``; nothing outside a git checkout."""
    try:
        head = _call("git", "-C", str(REPOSITORY), "rev-parse", "--short", "HEAD").strip()
        changed = _call("git", "-C", str(REPOSITORY), "status", "--porcelain", "--", *_OWN[:2]).strip()
    except BenchmarkError:
        return ""
    return f" ({head}{' and changes' if changed else ''})" if re.fullmatch(r"[0-9a-f]+", head) else ""


def _call(*words: str) -> str:
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BenchmarkError(f"can't run {words[0]}: {error.strerror}") from None
    if done.returncode:
        raise BenchmarkError(f"`{' '.join(words)}` ended with {done.returncode}:\n{done.stderr.strip()[-2000:]}")
    return done.stdout
