"""A process that lowers files for another one: lists of bytes come in, lists of facts go out, until there are no more.

Each message is a length and that many bytes of msgpack.
"""

from __future__ import annotations

import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import IO

import msgspec

from lint_rules.depth import in_the_large
from lint_rules.project.lowering import lower

_LENGTH = 8


def send(stream: IO[bytes], parts: list[bytes]) -> None:
    """Write one message; raises OSError where nobody listens."""
    data = msgspec.msgpack.encode(parts)
    stream.write(len(data).to_bytes(_LENGTH, "big"))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> list[bytes] | None:
    """Read one message; None at the end. Raises DecodeError where it is none."""
    length = int.from_bytes(stream.read(_LENGTH), "big")
    return msgspec.msgpack.decode(stream.read(length), type=list[bytes]) if length else None


def _serve() -> None:
    waiting: SimpleQueue[list[bytes] | None] = SimpleQueue()
    Thread(target=_listen, args=(waiting,), daemon=True).start()
    while (files := waiting.get()) is not None:
        send(sys.stdout.buffer, [lower(data) for data in files])


def _listen(waiting: SimpleQueue[list[bytes] | None]) -> None:
    """Take what comes while this process is still at work: the other one must never wait to hand it over."""
    try:
        # Not `sys.stdin`, for which the interpreter waits when it ends.
        with open(sys.stdin.fileno(), "rb", closefd=False) as stream:
            while (files := receive(stream)) is not None:
                waiting.put(files)
    finally:
        waiting.put(None)


def main() -> None:
    """Serve until the other process has no more files, or ends."""
    # An interrupt from the keyboard goes to all processes; this one then sees the end of its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    in_the_large(_serve)
