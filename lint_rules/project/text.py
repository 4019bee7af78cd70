"""A Python file's bytes as text and lines, for people: whatever the bytes are, something readable comes out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_MARK = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\r|\n")
_BARE_FEED = re.compile(r"(?<!\r)\n")


def decode(data: bytes) -> str:
    """Decode a file by its byte-order mark or coding line, UTF-8 otherwise; what can't be decoded is replaced."""
    if not data.startswith(_MARK) and b"coding" not in data[: data.find(b"\n", data.find(b"\n") + 1)]:
        # Nearly all files say nothing of how they are encoded, and the module that knows takes a while to import.
        return data.decode(errors="replace")
    import io
    import tokenize

    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding, errors="replace")
    except (SyntaxError, LookupError, UnicodeError):
        # The coding line names what is no encoding, or one that knows no replacement.
        return data.decode("utf-8-sig", errors="replace")


def split_lines(text: str) -> list[str]:
    """Split at line feeds and at nothing else, as Python's parser counts; carriage returns before them go."""
    lines = text.split("\n")
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def with_line_ends(content: str, text: str, at: int) -> str:
    """Return what is put into ``text``, with the line end of the line where that begins, else with the text's first."""
    within = text[max(at - 1, 0) : at + 1] == "\r\n"
    end = _LINE_END.search(text, at - within) or _LINE_END.search(text)
    return _BARE_FEED.sub(end[0], content) if end else content


class Texts:
    """Files as they are read for a report: what stands in for a file comes first, then the disk, each read once."""

    def __init__(self, overrides: Mapping[Path, bytes]) -> None:
        self._bytes = dict(overrides)
        self._texts: dict[Path, str] = {}
        self._lines: dict[Path, list[str]] = {}

    def data(self, path: Path) -> bytes:
        """Return the file's bytes, none if it can't be read."""
        if path not in self._bytes:
            try:
                self._bytes[path] = path.read_bytes()
            except OSError:
                self._bytes[path] = b""
        return self._bytes[path]

    def text(self, path: Path) -> str:
        """Return the file's text without a byte-order mark, its line ends as they are."""
        if path not in self._texts:
            self._texts[path] = decode(self.data(path))
        return self._texts[path]

    def lines(self, path: Path) -> list[str]:
        """Return the file's lines without their ends."""
        if path not in self._lines:
            self._lines[path] = split_lines(self.text(path))
        return self._lines[path]
