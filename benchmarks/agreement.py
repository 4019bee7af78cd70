"""Whether all ways to run print the same."""

from __future__ import annotations

import shutil
import subprocess
import tempfile

from benchmarks.commands import quantfence
from benchmarks.corpora import Tree


def disagreements(tree: Tree) -> list[str]:
    """The ways to run that print anything but what an uncached run in one process prints; none where all is well."""
    shutil.rmtree(tree.root / ".quantfence_cache", ignore_errors=True)
    json = "--output-format=json"
    with tempfile.TemporaryDirectory() as empty:
        ways = {
            "uncached, parallel": quantfence(tree.root, json, "--no-cache"),
            "cold, serial": quantfence(tree.root, json, "--cache-dir", empty, workers=1),
            "cold, parallel": quantfence(tree.root, json),
            "warm": quantfence(tree.root, json),
            "warm, from a serial run's cache": quantfence(tree.root, json, "--cache-dir", empty),
        }
        wanted = quantfence(tree.root, json, "--no-cache", workers=1).run(subprocess.PIPE)
        return [
            way
            for way, command in ways.items()
            if (done := command.run(subprocess.PIPE)).stdout != wanted.stdout or done.returncode != wanted.returncode
        ]
