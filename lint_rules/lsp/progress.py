"""How far the first check of a project is, as the client shows it."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable

from lsprotocol import types
from pygls.lsp.server import LanguageServer

_PATIENCE = 0.2
"""Seconds between two reports."""


class Bar:
    """One check. It shows once files are read, and is gone when the check is over."""

    def __init__(
        self, server: LanguageServer, title: str, soon: Callable[[Callable[[], None]], None], enabled: bool
    ) -> None:
        """``soon`` runs something on the server's own thread."""
        window = server.client_capabilities.window
        self._server = server
        self._title = title
        self._soon = soon
        self._enabled = enabled and bool(window and window.work_done_progress)
        self._token = str(uuid.uuid4())
        self._next = 0.0
        self._begun = self._ended = False

    def told(self, number: int, among: int) -> None:
        """Take note of how many files are read, and of how many there are; called on any thread."""
        now = time.monotonic()
        if self._enabled and now >= self._next:
            self._next = now + _PATIENCE
            self._soon(lambda: self._report(number, among))

    def _report(self, number: int, among: int) -> None:
        if self._ended:
            return
        if not self._begun:
            self._begun = True
            self._server.work_done_progress.create(self._token, lambda _: self._begin())
            return
        if self._token in self._server.work_done_progress.tokens:
            said = types.WorkDoneProgressReport(message=f"{number} of {among} files", percentage=100 * number // among)
            self._server.work_done_progress.report(self._token, said)

    def _begin(self) -> None:
        self._server.work_done_progress.begin(self._token, types.WorkDoneProgressBegin(title=self._title, percentage=0))
        if self._ended:
            self._finish()

    def end(self) -> None:
        """Take it away."""
        self._ended = True
        if self._begun and self._token in self._server.work_done_progress.tokens:
            self._finish()

    def _finish(self) -> None:
        self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
