"""How much memory a command and all processes that it starts take together, at the worst moment.

On Linux that is PSS: a page that several processes share counts once, divided among them. Elsewhere psutil's RSS is added up,
which counts such pages several times.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from benchmarks.errors import BenchmarkError
from benchmarks.process import Command, run

_PAUSE = 0.01
_PROC = Path("/proc")


class Peak(NamedTuple):
    """The largest sums seen, in bytes, and the most processes; ``kind`` says what ``size`` is."""

    size: int
    kind: str
    processes: int
    samples: int


class Use(NamedTuple):
    """What all processes take at one moment."""

    size: int
    processes: int


def peak(command: Command) -> Peak:
    """Run a command while its memory is looked at: a hundred times a second, so the run is slower than others."""
    sampler = _Sampler()
    run(command, watch=sampler.start)
    return sampler.stop()


class _Sampler:
    def __init__(self) -> None:
        self.kind = "PSS" if (_PROC / "self/smaps_rollup").exists() else "RSS"
        self._ended = threading.Event()
        self._uses: list[Use] = []
        self._thread: threading.Thread | None = None

    def start(self, session: int) -> None:
        look = session_use if self.kind == "PSS" else _psutil()
        self._thread = threading.Thread(target=self._sample, args=(look, session), daemon=True)
        self._thread.start()

    def _sample(self, look: Callable[[int], Use], session: int) -> None:
        while not self._ended.is_set():
            self._uses.append(look(session))
            time.sleep(_PAUSE)

    def stop(self) -> Peak:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        size = max((use.size for use in self._uses), default=0)
        return Peak(size, self.kind, max((use.processes for use in self._uses), default=0), len(self._uses))


def session_use(session: int) -> Use:
    """What the processes of a session take: also those whose parent has ended."""
    sizes = [size for process in _processes() if _session(process) == session and (size := _pss(process)) is not None]
    return Use(sum(sizes), len(sizes))


def _processes() -> Iterator[Path]:
    return (entry for entry in _PROC.iterdir() if entry.name.isdigit())


def _session(process: Path) -> int | None:
    try:
        text = (process / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name in parentheses may hold anything, parentheses included.
    return int(text.rpartition(")")[2].split()[3])


def _pss(process: Path) -> int | None:
    """The proportional size in bytes; None of a process that has ended."""
    try:
        with (process / "smaps_rollup").open(encoding="ascii") as lines:
            return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), None)
    except OSError:
        return None


def _psutil() -> Callable[[int], Use]:
    try:
        psutil = import_module("psutil")
    except ImportError:
        raise BenchmarkError("memory needs Linux or psutil: install that, or leave memory out with --parts") from None

    def look(process: int) -> Use:
        try:
            first = psutil.Process(process)
            sizes = [each.memory_info().rss for each in (first, *first.children(recursive=True))]
        except psutil.Error:
            return Use(0, 0)
        return Use(sum(sizes), len(sizes))

    return look
