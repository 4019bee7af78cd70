"""The line that shows how far a long run is: on a terminal only, and gone when the run is over."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TextIO

PATIENCE = 1.0
"""Seconds before the line shows up."""
INTERVAL = 0.1
"""Seconds between two changes of it."""
_CLEAR = "\r\x1b[2K"


class Progress:
    """Call it with the number of files read and of files in all; use it as a context manager, so that it cleans up."""

    def __init__(self, stream: TextIO, enabled: bool) -> None:
        self._stream = stream
        self._enabled = enabled
        self._next = time.monotonic() + PATIENCE
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show the numbers, unless the run is young or they were shown just now."""
        if not self._enabled or (now := time.monotonic()) < self._next:
            return
        self._next = now + INTERVAL
        self._shown = True
        self._stream.write(f"{_CLEAR}Checking: {done} of {total} files")
        self._stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._shown:
            self._stream.write(_CLEAR)
            self._stream.flush()
