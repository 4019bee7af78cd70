"""What a check changes of its process is put back, whoever leaves first."""

from __future__ import annotations

import gc
import sys
import threading

from lint_rules.depth import in_the_large


def test_two_at_once() -> None:
    before = sys.getrecursionlimit(), gc.isenabled()
    first, second = threading.Event(), threading.Event()
    entered = threading.Event()

    def early() -> None:
        entered.set()
        second.wait(10)

    def late() -> None:
        second.set()
        first.wait(10)

    one = threading.Thread(target=in_the_large, args=(early,))
    one.start()
    entered.wait(10)
    other = threading.Thread(target=in_the_large, args=(late,))
    other.start()
    one.join(10)
    assert sys.getrecursionlimit() >= 30_000
    assert not gc.isenabled()
    first.set()
    other.join(10)
    assert (sys.getrecursionlimit(), gc.isenabled()) == before
