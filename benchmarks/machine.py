"""On what was measured: no names of hosts, people or folders."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import NamedTuple


class Machine(NamedTuple):
    """Processor, cores that this process may use, memory in bytes, operating system, Python, and the load at the start."""

    processor: str
    cores: int
    memory: int
    system: str
    python: str
    load: float


def machine() -> Machine:
    """Describe this machine."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return Machine(_processor(), cores, memory, platform.system(), python, round(os.getloadavg()[0], 2))


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
