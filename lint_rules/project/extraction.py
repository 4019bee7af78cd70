"""The facts of many files at once, on all cores.

This process does its share, and helpers do theirs: processes that get the bytes of files and give back facts. Who does what
depends on how fast each is, and changes nothing in what comes out. A helper that can't be started, that ends, or that answers
nonsense is not missed: what it left is done here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

import msgspec

from lint_rules.project.helper import receive, send
from lint_rules.project.lowering import lower
from lint_rules.project.source import Source

_WORTH = 1_000_000
"""Bytes that take longer to lower than a helper takes to start."""
_LEAST = 200_000
"""Bytes that a helper gets at once, at least: with fewer, it waits more than it works."""
_MOST = 8
"""Processes at work, at most: each needs memory of its own."""
_PATIENCE = 60.0
"""Seconds after which a helper that has not answered is given up."""


def extract(sources: Sequence[Source], workers: int | None = None) -> None:
    """Let these files have their facts; ``workers`` is the number of processes, this one included."""
    queue = _Queue([_File(source, data) for source in sources if (data := source.waiting()) is not None])
    processes = min(usable() if workers is None else workers, queue.size // _WORTH)
    helpers = [_Helper(queue, processes) for _ in range(processes - 1)]
    for helper in helpers:
        helper.start()
    _work(queue)
    for helper in helpers:
        for file, lowered in helper.finish():
            file.source.take(lowered)
    _work(queue)


def usable() -> int:
    """How many processes may work at once: what ``QUANTFENCE_WORKERS`` says, else one a core that this process may use."""
    wanted = os.environ.get("QUANTFENCE_WORKERS", "")
    if wanted.isdecimal():
        return int(wanted)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _MOST)


class _File(NamedTuple):
    """A file without facts."""

    source: Source
    data: bytes


class _Queue:
    """The files that nobody has taken yet; the largest go first, so that all end at about the same time."""

    def __init__(self, files: list[_File]) -> None:
        self.size = sum(len(file.data) for file in files)
        self._files = sorted(files, key=lambda file: len(file.data))
        self._lock = Lock()

    def take(self, size: int = 0) -> list[_File]:
        """Some files of this many bytes or a little more; none where there are no more."""
        taken: list[_File] = []
        with self._lock:
            while self._files and (not taken or size > 0):
                taken.append(self._files.pop())
                size -= len(taken[-1].data)
                self.size -= len(taken[-1].data)
        return taken

    def put_back(self, files: list[_File]) -> None:
        """Let others do these."""
        with self._lock:
            self._files += files


def _work(queue: _Queue) -> None:
    while files := queue.take():
        for source, data in files:
            source.take(lower(data))


class _Helper(Thread):
    """Another process, and the thread that talks to it."""

    def __init__(self, queue: _Queue, processes: int) -> None:
        super().__init__(daemon=True)
        self._queue = queue
        self._processes = processes
        self._process: subprocess.Popen[bytes] | None = None
        self._files: list[_File] = []
        """What it is at."""
        self._done: list[tuple[_File, bytes]] = []

    def run(self) -> None:
        """Hand over files until there are no more."""
        try:
            with _start() as self._process:
                assert self._process.stdin is not None
                assert self._process.stdout is not None
                while self._take():
                    send(self._process.stdin, [file.data for file in self._files])
                    answer = receive(self._process.stdout)
                    if answer is None or len(answer) != len(self._files):
                        self._process.kill()
                        return
                    self._done += zip(self._files, answer, strict=True)
        except (OSError, ValueError, msgspec.DecodeError):
            # It could not be started, or it ended: `finish` puts back what it was at.
            return

    def _take(self) -> bool:
        self._files = self._queue.take(max(_LEAST, self._queue.size // (3 * self._processes)))
        return bool(self._files)

    def finish(self) -> list[tuple[_File, bytes]]:
        """What it did; the rest goes back into the queue."""
        self.join(_PATIENCE)
        if self.is_alive() and self._process is not None:
            self._process.kill()
            self.join()
        done = {id(file) for file, _ in self._done}
        self._queue.put_back([file for file in self._files if id(file) not in done])
        return self._done


def _start() -> subprocess.Popen[bytes]:
    """A helper, which knows the standard library, msgspec and this package, and nothing of the folder that it runs in."""
    package = Path(__file__).parents[2]
    folders = [str(package), str(Path(msgspec.__file__).parents[1])]
    # msgspec looks for typing_extensions, which takes as long to import as all the rest, and does without.
    program = """
import sys
sys.modules["typing_extensions"] = None
sys.path += sys.argv[1:]
from lint_rules.project.helper import main
main()
"""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", program, *folders],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
