"""What the figures depend on."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path

from benchmarks.commands import Peers
from lint_rules import __version__


def circumstances(peers: Peers, others: bool) -> dict[str, str]:
    """Machine, versions and date; nothing that tells whose machine it is."""
    names = ("ruff", "semgrep", "fixit") if others else ("ruff",)
    return {
        "date": date.today().isoformat(),
        "machine": f"{_processor()}, {_cores()} cores, {_memory()}",
        "system": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "quantfence": __version__,
        **{name: peers.version(name) for name in names},
    }


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    found = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(found, platform.processor() or "unknown processor")


def _memory() -> str:
    if not hasattr(os, "sysconf"):
        return "unknown memory"
    return f"{round(os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30)} GiB"
