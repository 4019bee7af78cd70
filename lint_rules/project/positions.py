"""The places of a text: as :mod:`ast` counts them, as editors do, and as indices."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from itertools import accumulate

_NEWLINE = re.compile(r"\r\n|\r|\n")


class Positions:
    """Where the lines of a text begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        ends = map((1).__add__, map(len, text.split("\n")[:-1]))
        self._feeds = array("I", [0, *accumulate(ends)])
        self._starts = self._feeds
        """Where each line begins, as :mod:`ast` counts lines: a lone carriage return ends one, too."""
        if "\r" in text:
            self._starts = array("I", [0, *(match.end() for match in _NEWLINE.finditer(text))])

    def offset(self, line: int, column: int) -> int:
        """The index of a place that :mod:`ast` gives (a line from 1, a column in bytes of UTF-8)."""
        starts, text = self._starts, self.text
        if line > len(starts):
            return len(text)
        begin = starts[line - 1]
        piece = text[begin : begin + column]
        if piece.isascii():
            return begin + column
        return begin + len(piece.encode()[:column].decode(errors="ignore"))

    def place(self, offset: int) -> tuple[int, int]:
        """Line (counted in line feeds) and column of an index, both from 1, in characters."""
        line = bisect_right(self._feeds, offset)
        return line, offset - self._feeds[line - 1] + 1

    def index(self, line: int, column: int) -> int:
        """The index of a place that :meth:`place` gives."""
        return self._feeds[line - 1] + column - 1

    def begin(self, line: int) -> int:
        """The index at which a line begins, counted in line feeds; that behind the text for what comes after its last line."""
        return self._feeds[line - 1] if line <= len(self._feeds) else len(self.text)

    def segment(self, line: int, end_line: int) -> str:
        """The text of some lines, as :mod:`ast` counts them, both included."""
        starts = self._starts
        end = starts[end_line] if end_line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end] if line <= len(starts) else ""
