"""A process that lowers files for another one: lists of bytes come in, lists of facts go out, until there are no more.

Each message is a length and that many bytes of msgpack.
"""

from __future__ import annotations

import signal
import sys
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
    while (files := receive(sys.stdin.buffer)) is not None:
        send(sys.stdout.buffer, [lower(data) for data in files])


def main() -> None:
    """Serve until the other process has no more files, or ends."""
    # An interrupt from the keyboard goes to all processes; this one then sees the end of its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    in_the_large(_serve)
