"""The memory that all processes of a command hold together at their worst moment, on Linux."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from benchmarks.commands import Command

_EVERY = 0.01
"""Seconds between two looks."""


def peak(command: Command) -> float | None:
    """MiB. Pages that processes share count once (the sum of proportional set sizes); None where that can't be told."""
    if not Path("/proc/self/smaps_rollup").exists():
        return None
    env = {**os.environ, **command.environment}
    process = subprocess.Popen(
        command.line, cwd=command.folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    most = 0
    while process.poll() is None:
        most = max(most, sum(map(_held, _family(process.pid))))
        time.sleep(_EVERY)
    return most / 1024


def _family(pid: int) -> list[int]:
    """A process and all that it started, or that these started."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            try:
                found += map(int, task.read_text().split())
            except OSError:
                continue
    return found


def _held(pid: int) -> int:
    """KiB."""
    try:
        with Path(f"/proc/{pid}/smaps_rollup").open() as file:
            return next((int(line.split()[1]) for line in file if line.startswith("Pss:")), 0)
    except OSError:
        # It ended meanwhile.
        return 0
