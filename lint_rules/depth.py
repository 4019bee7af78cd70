"""Room for code that nests more deeply than Python is made for."""

from __future__ import annotations

import gc
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

_Result = TypeVar("_Result")


def in_the_large(work: Callable[[], _Result]) -> _Result:
    """Do something in a thread of its own: the stack of the main one is too small for what a program may write.

    Parsers and our own evaluation recurse as deeply as expressions nest, and a stack that overflows ends the process.
    """
    outcome: list[_Result] = []
    trouble: list[BaseException] = []

    def run() -> None:
        try:
            with _room_for_recursion():
                outcome.append(work())
        except BaseException as error:
            trouble.append(error)

    before = threading.stack_size(_STACK)
    try:
        thread = threading.Thread(target=run, name="quantfence", daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    while thread.is_alive():
        # With a bound, so that an interrupt gets through.
        thread.join(0.2)
    if trouble:
        raise trouble[0]
    return outcome[0]


_STACK = 512 * 1024 * 1024
"""Bytes; reserved, and used only where something nests so deeply."""


class _Room:
    """What the whole process is given while anything is done in the large; the last one that leaves takes it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._before = 0, False

    def enter(self) -> None:
        """Expressions and calls nest more deeply in generated code than Python allows by default."""
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                self._before = sys.getrecursionlimit(), gc.isenabled()
                sys.setrecursionlimit(max(self._before[0], 30_000))
                # Syntax trees and facts are many objects without cycles: to look for some again and again doubles the time.
                gc.disable()

    def leave(self) -> None:
        """Who was interrupted may leave after somebody else has entered."""
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                limit, collecting = self._before
                sys.setrecursionlimit(limit)
                if collecting:
                    gc.enable()


_ROOM = _Room()


@contextmanager
def _room_for_recursion() -> Iterator[None]:
    _ROOM.enter()
    try:
        with warnings.catch_warnings():
            # The code under check may hold invalid escapes and the like: that is not our subject.
            warnings.simplefilter("ignore")
            yield
    finally:
        _ROOM.leave()
