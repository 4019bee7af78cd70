"""The released packages that are checked: pinned, fetched by name, and unpacked outside the repository; never imported."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple


class Corpus(NamedTuple):
    """One release."""

    package: str
    version: str
    profile: str
    models: str
    """The folder of its model files, which the slow peers read alone."""
    model: str
    """A model file, in which something is changed."""
    other: str
    """A file that no quantized module depends on."""

    @property
    def title(self) -> str:
        """Package and version."""
        return f"{self.package} {self.version}"


CORPORA = {
    corpus.package: corpus
    for corpus in (
        Corpus("sglang", "0.5.23", "sglang", "sglang/srt/models", "sglang/srt/models/llama.py", "sglang/version.py"),
        Corpus("vllm", "0.33.0", "vllm", "vllm/model_executor/models", "vllm/model_executor/models/llama.py", "vllm/version.py"),
        Corpus(
            "transformers",
            "5.24.0",
            "vllm",
            "transformers/models/llama",
            "transformers/models/llama/modeling_llama.py",
            "transformers/utils/versions.py",
        ),
        Corpus("lmdeploy", "0.18.0", "sglang", "lmdeploy/pytorch/models", "lmdeploy/pytorch/models/llama.py", "lmdeploy/version.py"),
    )
}  # fmt: skip

_DOWNLOAD = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:")


class Tree(NamedTuple):
    """The Python files of a release in a folder of their own, with a manifest beside them."""

    corpus: Corpus
    root: Path

    @property
    def files(self) -> list[Path]:
        """All of them."""
        return sorted(self.root.rglob("*.py"))


def unpacked(corpus: Corpus, work: Path, wheels: Path | None) -> Tree:
    """A release below ``work``; its wheel comes from the folder ``wheels``, where it is there, or from the package index."""
    root = work / "trees" / f"{corpus.package}-{corpus.version}"
    if not (root / "quantfence.yaml").exists():
        shutil.rmtree(root, ignore_errors=True)
        with zipfile.ZipFile(_wheel(corpus, work / "wheels", wheels)) as wheel:
            # No member of a wheel that pip accepts leads out of its folder, and zipfile would not follow it there.
            wheel.extractall(root, [name for name in wheel.namelist() if name.endswith(".py")])
        manifest(root, corpus.profile)
    return Tree(corpus, root)


def manifest(root: Path, profile: str) -> None:
    """Write the manifest that all measurements use: the engine's profile, and all rules on."""
    (root / "quantfence.yaml").write_text(f"version: 1\nprofile: {profile}\n")


def copies(tree: Tree, number: int, work: Path) -> Path:
    """A folder that holds a tree several times, each in a folder of its own, as hard links to the same files."""
    root = work / "grown" / f"{tree.corpus.package}-{tree.corpus.version}-{number}x"
    if not (root / "quantfence.yaml").exists():
        shutil.rmtree(root, ignore_errors=True)
        for copy in range(number):
            shutil.copytree(tree.root, root / f"part{copy}", copy_function=os.link, ignore=_left_out)
        manifest(root, tree.corpus.profile)
    return root


def _left_out(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name in (".quantfence_cache", "quantfence.yaml")]


def _wheel(corpus: Corpus, folder: Path, wheels: Path | None) -> Path:
    pattern = f"{corpus.package}-{corpus.version}-*.whl"
    for place in (wheels, folder):
        if place is not None and (found := sorted(place.glob(pattern))):
            return found[0]
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [*_DOWNLOAD, "--dest", str(folder), f"{corpus.package}=={corpus.version}"],
        check=True,
    )
    return sorted(folder.glob(pattern))[0]
