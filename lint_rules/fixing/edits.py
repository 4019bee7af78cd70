"""Edits of one file: which of them go together, and the bytes that come out. Every byte outside them stays as it is."""

from __future__ import annotations

import codecs
import io
import tokenize
from collections.abc import Iterable

from lint_rules.diagnostic import Edit
from lint_rules.project.text import with_line_ends


class Inapplicable(Exception):
    """Why a fix can't be applied, for a person: it completes ``fix for QF001 was not applied: ...``."""


def clash(one: Edit, other: Edit) -> bool:
    """Say whether two edits of one file can't both be made. Identical ones can: they are one edit."""
    if one == other:
        return False
    if one.start == one.end == other.start == other.end:
        # Which of two insertions comes first is nothing to guess.
        return True
    return one.start < other.end and other.start < one.end


class Document:
    """A file's bytes, with the text that they stand for."""

    def __init__(self, data: bytes, python: bool) -> None:
        """Decode ``data``: by its byte-order mark and, if it is Python, by its coding line. Raises Inapplicable."""
        self._data = data
        self._python = python
        encoding = self._detect(data)
        try:
            self.text = data.decode(encoding)
        except (LookupError, UnicodeError):
            raise Inapplicable(f"the file can't be decoded as {encoding}") from None
        marked = encoding == "utf-8-sig"
        self._encoding = "utf-8" if marked else encoding
        self._begin = len(codecs.BOM_UTF8) if marked else 0

    def content(self, edit: Edit) -> str:
        """What an edit brings in, with the line end of the line where it begins, else with the file's first."""
        return with_line_ends(edit.content, self.text, edit.start)

    def changes_nothing(self, edit: Edit) -> bool:
        """Say whether the text is already what the edit makes of it."""
        return self.text[edit.start : edit.end] == self.content(edit)

    def spliced(self, edits: Iterable[Edit]) -> bytes:
        """Return the file's bytes after edits that don't clash; identical ones count once.

        Raises Inapplicable where the file's encoding can't express the result.
        """
        data, text = [self._data[: self._begin]], [""]
        at, index = self._begin, 0
        for edit in sorted(set(edits), key=lambda each: (each.start, each.end)):
            begin = at + len(self._encoded(self.text[index : edit.start]))
            end = begin + len(self._encoded(self.text[edit.start : edit.end]))
            content = self.content(edit)
            data += [self._data[at:begin], self._encoded(content)]
            text += [self.text[index : edit.start], content]
            at, index = end, edit.end
        result = b"".join([*data, self._data[at:]])
        # Some encodings have several ways to write a text, so that a place may be a wrong one, and a coding line may change.
        if self._decoded(result) != "".join([*text, self.text[index:]]):
            raise Inapplicable(f"the file's encoding, {self._encoding}, can't express it")
        return result

    def _detect(self, data: bytes) -> str:
        if not self._python:
            return "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
        try:
            return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        except SyntaxError as error:
            raise Inapplicable(f"the file can't be decoded: {error.msg}") from None

    def _encoded(self, text: str) -> bytes:
        try:
            return text.encode(self._encoding)
        except UnicodeEncodeError as error:
            raise Inapplicable(f"the file's encoding, {self._encoding}, has no {text[error.start]!a}") from None
        except UnicodeError:
            raise Inapplicable(f"the file's encoding, {self._encoding}, can't express it") from None

    def _decoded(self, data: bytes) -> str | None:
        try:
            return data.decode(self._detect(data))
        except (Inapplicable, LookupError, UnicodeError):
            return None
