"""One command, run to its end: how long it took and what it said."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from benchmarks.errors import BenchmarkError

_SILENCED = ("QUANTFENCE_", "RUFF_", "SEMGREP_", "PYTHON", "PIP_REQUIRE", "VIRTUAL_ENV")
"""Variables that begin so would change what is measured."""


class Command(NamedTuple):
    """What to run and where, with variables of its own and the exit codes that mean that it did its job."""

    words: tuple[str, ...]
    folder: Path
    variables: Mapping[str, str] = {}
    accepted: tuple[int, ...] = (0, 1)
    limit: float = 900


class Run(NamedTuple):
    """What became of it. Times are in seconds; ``cpu`` is that of all its processes."""

    seconds: float
    cpu: float
    code: int
    out: str
    err: str


def run(command: Command, watch: Callable[[int], None] | None = None) -> Run:
    """Run a command in a session of its own; ``watch`` gets its process id and returns at once.

    Raises BenchmarkError where it ends with another code than the accepted ones, or takes longer than its limit.
    """
    variables = {name: value for name, value in os.environ.items() if not name.startswith(_SILENCED)}
    # A file, not a pipe: nobody has to read along, which would take time from who is measured.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.perf_counter()
        process = subprocess.Popen(
            command.words,
            cwd=command.folder,
            env={**variables, **command.variables},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        if watch is not None:
            watch(process.pid)
        late = threading.Event()
        alarm = threading.Timer(command.limit, _end, (process.pid, late))
        alarm.daemon = True
        alarm.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            _end(process.pid, late)
            raise
        finally:
            alarm.cancel()
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        finished = Run(seconds, usage.ru_utime + usage.ru_stime, process.returncode, _text(out), _text(err))
    _judge(command, finished, late.is_set())
    return finished


def _end(group: int, late: threading.Event) -> None:
    late.set()
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _judge(command: Command, finished: Run, late: bool) -> None:
    shown = shown_words(command.words)
    if late:
        raise BenchmarkError(f"`{shown}` took longer than {command.limit:g} s (--limit)")
    if finished.code not in command.accepted:
        said = (finished.err or finished.out).strip()[-2000:]
        raise BenchmarkError(f"`{shown}` ended with {finished.code}:\n{said}")


def shown_words(words: Sequence[str]) -> str:
    """A command as a person would type it: without the folders of programs."""
    return " ".join([Path(words[0]).name, *words[1:]])
