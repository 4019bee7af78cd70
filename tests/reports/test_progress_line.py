"""The progress line."""

from __future__ import annotations

import io

import pytest

from lint_rules.reports import progress
from lint_rules.reports.progress import Progress


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def test_a_short_run_shows_nothing(clock: Clock) -> None:
    stream = io.StringIO()
    with Progress(stream, enabled=True) as shown:
        clock.now += 0.9
        shown(5, 9)
    assert stream.getvalue() == ""


def test_a_long_run_shows_how_far_it_is_and_cleans_up(clock: Clock) -> None:
    stream = io.StringIO()
    with Progress(stream, enabled=True) as shown:
        clock.now += 1.1
        shown(5, 9)
        shown(6, 9)
        clock.now += 0.2
        shown(7, 9)
    clear = "\r\x1b[2K"
    assert stream.getvalue() == f"{clear}Checking: 5 of 9 files{clear}Checking: 7 of 9 files{clear}"


def test_nothing_is_shown_where_no_terminal_listens(clock: Clock) -> None:
    stream = io.StringIO()
    with Progress(stream, enabled=False) as shown:
        clock.now += 60
        shown(5, 9)
    assert stream.getvalue() == ""


def test_it_cleans_up_after_an_error(clock: Clock) -> None:
    stream = io.StringIO()
    with pytest.raises(KeyboardInterrupt), Progress(stream, enabled=True) as shown:
        clock.now += 2
        shown(1, 2)
        raise KeyboardInterrupt
    assert stream.getvalue().endswith("\r\x1b[2K")
