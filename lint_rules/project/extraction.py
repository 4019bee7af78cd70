"""The facts of many files at once, on all cores.

This process does its share, and helpers do theirs: processes that get the bytes of files and give back facts. Who does what
depends on how fast each is, and changes nothing in what comes out. A helper that can't be started, that ends, or that answers
nonsense is not missed: what it left is done here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from bisect import insort
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import IO, NamedTuple

import msgspec

from lint_rules.project.helper import receive, send
from lint_rules.project.lowering import lower
from lint_rules.project.source import Source

_WORTH = 1_000_000
"""Bytes that take longer to lower than a helper takes to start."""
_BATCH = 200_000
"""Bytes that a helper gets at once, or a little more: with fewer, the messages cost more than the work."""
_AHEAD = 2
"""Batches that a helper has at a time, so that it has one to go on with while the other's answer is fetched."""
_PIPE = 1 << 20
"""Bytes that a pipe should hold: nobody has to wait until the other one listens."""
_MOST = 8
"""Processes at work, at most: each needs memory of its own."""
_PATIENCE = 60.0
"""Seconds after which a helper that has not answered is given up."""


def extract(sources: Iterable[Source], workers: int | None = None) -> None:
    """Let these files have their facts; ``workers`` is the number of processes, this one included.

    It may take as long to tell which files these are as to lower them: helpers begin with the first ones.
    """
    most = usable() if workers is None else workers
    queue = _Queue()
    helpers: list[_Helper] = []
    try:
        for source in sources:
            data = source.waiting()
            if data is not None:
                queue.add(_File(source, data))
                while len(helpers) + 1 < min(most, queue.seen // _WORTH):
                    helpers.append(_Helper(queue))
                    helpers[-1].start()
    finally:
        queue.close()
    _work(queue)
    for helper in helpers:
        helper.finish()
    queue.deliver()
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
    """The files that nobody has taken yet, the largest first, so that all end at about the same time; and what was made."""

    def __init__(self) -> None:
        self.seen = 0
        """Bytes of all files so far."""
        self._files: list[_File] = []
        self._done: list[tuple[_File, bytes]] = []
        self._closed = False
        self._changed = Condition()

    def add(self, file: _File) -> None:
        """One more file."""
        with self._changed:
            insort(self._files, file, key=_size)
            self.seen += _size(file)
            self._changed.notify()

    def close(self) -> None:
        """There are no more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, size: int = 0, wait: bool = False) -> list[_File]:
        """Some files of this many bytes or a little more; none where there are no more, or none now and nobody waits."""
        taken: list[_File] = []
        with self._changed:
            while wait and not (self._files or self._closed):
                self._changed.wait()
            while self._files and (not taken or size > 0):
                taken.append(self._files.pop())
                size -= _size(taken[-1])
        return taken

    def put_back(self, files: Iterable[_File]) -> None:
        """Let others do these."""
        with self._changed:
            self._files += files

    def done(self, files: Sequence[_File], lowered: Sequence[bytes]) -> None:
        """What a helper made of some files."""
        with self._changed:
            self._done += zip(files, lowered, strict=True)

    def deliver(self) -> None:
        """Let files have what was made of them so far."""
        with self._changed:
            done, self._done = self._done, []
        for file, lowered in done:
            file.source.take(lowered)


def _size(file: _File) -> int:
    return len(file.data)


def _work(queue: _Queue) -> None:
    while files := queue.take():
        for source, data in files:
            source.take(lower(data))
        queue.deliver()


class _Helper(Thread):
    """Another process, and the thread that talks to it."""

    def __init__(self, queue: _Queue) -> None:
        super().__init__(daemon=True)
        self._queue = queue
        self._process: subprocess.Popen[bytes] | None = None
        self._batches: deque[list[_File]] = deque()
        """What it is at."""

    def run(self) -> None:
        """Hand over files until there are no more."""
        try:
            with _start() as self._process:
                assert self._process.stdin is not None
                assert self._process.stdout is not None
                while self._hand_over(self._process.stdin):
                    answer = receive(self._process.stdout)
                    if answer is None or len(answer) != len(self._batches[0]):
                        self._process.kill()
                        return
                    self._queue.done(self._batches.popleft(), answer)
        except (OSError, ValueError, msgspec.DecodeError):
            # It could not be started, or it ended: `finish` puts back what it was at.
            return

    def _hand_over(self, stream: IO[bytes]) -> bool:
        """Let it have enough to do; whether it has anything."""
        while len(self._batches) < _AHEAD:
            files = self._queue.take(_BATCH, wait=not self._batches)
            if not files:
                break
            self._batches.append(files)
            send(stream, [file.data for file in files])
        return bool(self._batches)

    def finish(self) -> None:
        """Wait until it has done its share; what it has not goes back into the queue."""
        self.join(_PATIENCE)
        if self.is_alive() and self._process is not None:
            self._process.kill()
            self.join()
        for files in self._batches:
            self._queue.put_back(files)


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
    helper = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", program, *folders],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    _widen(helper.stdin)
    _widen(helper.stdout)
    return helper


def _widen(pipe: IO[bytes] | None) -> None:
    """Let a pipe hold a whole message, where the system allows that."""
    if sys.platform == "linux" and pipe is not None:
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
