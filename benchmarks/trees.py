"""The trees that are measured: the Python files of a pinned wheel, with a manifest. They are read, never imported or run."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.errors import BenchmarkError
from benchmarks.pins import Pin

SETTINGS = "[tool.quantfence]\npreview = true\n"
"""All rules report, also what only looks wrong: more work than without."""


class Tree(NamedTuple):
    """A project on disk, and its size."""

    pin: Pin
    root: Path
    files: int
    size: int


def tree(pin: Pin, work: Path, wheels: Path | None) -> Tree:
    """Unpack a wheel, fetched if it is in neither folder. Raises BenchmarkError where it is not the pinned one."""
    root = work / "trees" / pin.name
    stamp = work / "trees" / f"{pin.name}.unpacked"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != pin.sha256:
        shutil.rmtree(root, ignore_errors=True)
        _unpack(_wheel(pin, work, wheels), root)
        stamp.write_text(pin.sha256, encoding="utf-8")
    configure(pin, root)
    # A run that was killed may have left a changed file.
    _restore(pin, root)
    return measured(pin, root)


def configure(pin: Pin, root: Path) -> None:
    """Write the manifest and the settings, unless they are there: their time stamps belong to what is measured."""
    for name, text in (("quantfence.yaml", pin.manifest), ("pyproject.toml", SETTINGS)):
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def measured(pin: Pin, root: Path) -> Tree:
    """Count the files, which also brings them into the page cache, for whoever comes first."""
    sizes = [len(path.read_bytes()) for path in root.rglob("*.py")]
    return Tree(pin, root, len(sizes), sum(sizes))


def _wheel(pin: Pin, work: Path, wheels: Path | None) -> Path:
    for folder in (wheels, work / "wheels"):
        if folder is not None and (folder / pin.wheel).is_file():
            return _verified(pin, folder / pin.wheel)
    fetched = work / "wheels"
    fetched.mkdir(parents=True, exist_ok=True)
    python, abi, platform = pin.wheel.removesuffix(".whl").split("-")[2:]
    # For the machine that it was built for, whatever this one is: it is only read.
    version = () if python == "py3" else ("--python-version", "3.11", "--implementation", "cp", "--abi", abi)
    words = ("--no-deps", "--only-binary", ":all:", "--platform", platform, *version, "--dest", str(fetched))
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", *words, pin.requirement],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or not (fetched / pin.wheel).is_file():
        raise BenchmarkError(f"pip can't fetch {pin.requirement} as {pin.wheel}:\n{done.stderr.strip()[-2000:]}")
    return _verified(pin, fetched / pin.wheel)


def _verified(pin: Pin, wheel: Path) -> Path:
    with wheel.open("rb") as file:
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    if digest.hexdigest() != pin.sha256:
        raise BenchmarkError(f"{pin.wheel} is not the pinned one: its SHA-256 is {digest.hexdigest()}")
    return wheel


def _unpack(wheel: Path, root: Path) -> None:
    """Unpack the Python files; `extract` keeps names from leading out of the folder."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                archive.extract(name, root)


def _restore(pin: Pin, root: Path) -> None:
    for edit in pin.edits:
        backup = backup_of(root / edit.file)
        if backup.exists():
            backup.replace(root / edit.file)


def backup_of(path: Path) -> Path:
    """Where a file's own text is kept while it is changed; no tool takes it for Python."""
    return path.with_name(path.name + ".kept")
