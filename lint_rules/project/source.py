"""One file: its bytes, its text, its facts, or the reason why it has none."""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from lint_rules.project import facts
from lint_rules.project.extract import Extractor
from lint_rules.project.stamps import Stamp, absence, digest, read

_NEWLINE = re.compile(r"\r\n|\r|\n")


class Unreadable(NamedTuple):
    """Why a file has no facts, and the line (counted in line feeds) that is to blame."""

    line: int
    message: str


class Source:
    """One Python file of the project. ``module`` is empty where the file can't be read; ``trouble`` then says why."""

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        self.path = path
        self.trouble: Unreadable | None = None
        self.stamp: Stamp | None = None
        """What tells that the file still holds ``data``; none before that is read, or where nothing tells."""
        self._data = data
        self._absence: bytes | None = None
        self._extractor = Extractor()
        self._bodies: dict[int, list[facts.Statement]] = {}

    @cached_property
    def data(self) -> bytes:
        """The file's bytes; none where it can't be read."""
        if self._data is not None:
            return self._data
        try:
            data, self.stamp = read(str(self.path))
            return data
        except OSError as error:
            self.trouble = Unreadable(1, f"can't be read: {error.strerror or error}")
            self._absence = absence(error)
            return b""

    @cached_property
    def digest(self) -> bytes:
        """What stands for the file's bytes, or for the reason why they can't be read."""
        data = self.data
        return digest(data) if self._absence is None else self._absence

    @cached_property
    def text(self) -> str | None:
        """The decoded text without a byte-order mark, line ends as they are; none where it can't be decoded."""
        data = self.data
        if self.trouble is not None:
            return None
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            return data.decode(encoding)
        except (SyntaxError, LookupError) as error:
            reason = str(error.msg if isinstance(error, SyntaxError) else error)
            self.trouble = Unreadable(1, f"can't be decoded: {reason}")
        except UnicodeDecodeError as error:
            byte, what = data[error.start], error.encoding
            self.trouble = Unreadable(1, f"can't be decoded: byte 0x{byte:02x} at offset {error.start} is not {what}")
        except UnicodeError as error:
            self.trouble = Unreadable(1, f"can't be decoded: {error}")
        return None

    @cached_property
    def module(self) -> facts.Module | None:
        """The file's facts."""
        text = self.text
        if text is None:
            return None
        try:
            return self._extractor.module(ast.parse(text, filename=str(self.path)))
        except SyntaxError as error:
            line = self.line_feeds(error.lineno or 1)
            self.trouble = Unreadable(line, self._explain(text, error.msg))
        except ValueError as error:
            # A NUL byte; from Python 3.12 on that is a SyntaxError.
            self.trouble = Unreadable(1, f"can't be parsed: {error}")
        except (RecursionError, MemoryError):
            self.trouble = Unreadable(1, "can't be parsed: nested too deeply")
        return None

    def body(self, function: facts.Function) -> list[facts.Statement]:
        """The statements of one of this file's functions."""
        if function.line not in self._bodies:
            self._bodies[function.line] = self._extractor.body(function)
        return self._bodies[function.line]

    def _explain(self, text: str, message: str) -> str:
        running = f"{sys.version_info.major}.{sys.version_info.minor}"
        if "null byte" not in message and "too many nested" not in message and _reads_as_newer_python(text):
            return f"is written for a newer Python than the {running} that runs this check: {message}"
        return f"can't be parsed: {message}"

    # --- positions

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins, as :mod:`ast` counts lines: a lone carriage return ends one, too."""
        return [0, *(match.end() for match in _NEWLINE.finditer(self.text or ""))]

    @cached_property
    def _feeds(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text or ""))]

    def offset(self, line: int, column: int) -> int:
        """The index in ``text`` of a place that :mod:`ast` gives (a line from 1, a column in bytes of UTF-8)."""
        starts, text = self._starts, self.text or ""
        if line > len(starts):
            return len(text)
        begin = starts[line - 1]
        piece = text[begin : begin + column]
        if piece.isascii():
            return begin + column
        return begin + len(text[begin:].encode()[:column].decode(errors="ignore")) if column else begin

    def place(self, offset: int) -> tuple[int, int]:
        """Line (counted in line feeds) and column of an index in ``text``, both from 1, in characters."""
        line = bisect_right(self._feeds, offset)
        return line, offset - self._feeds[line - 1] + 1

    def index(self, line: int, column: int) -> int:
        """The index in ``text`` of a place that :meth:`place` gives."""
        return self._feeds[line - 1] + column - 1

    def segment(self, line: int, end_line: int) -> str:
        """The text of some lines, as :mod:`ast` counts them, both included."""
        return (self.text or "")[self.offset(line, 0) : self.offset(end_line + 1, 0)]

    def line_feeds(self, line: int) -> int:
        """A line number of :mod:`ast`, counted in line feeds alone."""
        return self.place(self.offset(line, 0))[0]

    def splat(self, line: int, column: int) -> int:
        """The index of a splat's first star, given any place from there to the end of its stars.

        Before Python 3.9 the position of ``**x`` was that of ``x``; white space and comments may stand between them.
        """
        at, text = self.offset(line, column), self.text or ""
        while at > 0 and text[at : at + 1] != "*":
            at -= 1
        while at > 0 and text[at - 1] == "*":
            at -= 1
        return at


def _nests_deeply(text: str) -> bool:
    """Whether brackets nest more deeply than any Python reads; libcst's parser has no limit and ends the process."""
    depth = 0
    for bracket in re.findall(r"[(\[{]|[)\]}]", text):
        depth += 1 if bracket in "([{" else -1
        if depth > 150:
            return True
    return False


def _reads_as_newer_python(text: str) -> bool:
    """Whether libcst, which knows newer grammar than the running interpreter, can parse the text."""
    if _nests_deeply(text):
        return False
    import libcst

    try:
        libcst.parse_module(text)
    except Exception:
        return False
    return True
