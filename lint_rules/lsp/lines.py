"""Places of a text as editors count them, and as reports do."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from lsprotocol.types import Position, PositionEncodingKind, Range

from lint_rules import diagnostic

_END = re.compile(r"\r\n|\n|\r")
_FEED = re.compile(r"\n")
_WIDTH = {PositionEncodingKind.Utf8: "utf-8", PositionEncodingKind.Utf16: "utf-16-le"}
_BYTES = {PositionEncodingKind.Utf8: 1, PositionEncodingKind.Utf16: 2}


class Lines:
    """One text. Editors end a line at each carriage return, too, and count columns in the units of an encoding."""

    def __init__(self, text: str, encoding: PositionEncodingKind | str = PositionEncodingKind.Utf16) -> None:
        self.text = text
        self._encoding = PositionEncodingKind(encoding)

    @cached_property
    def _begins(self) -> list[int]:
        return [0, *(end.end() for end in _END.finditer(self.text))]

    @cached_property
    def _feeds(self) -> list[int]:
        return [0, *(end.end() for end in _FEED.finditer(self.text))]

    def position(self, offset: int) -> Position:
        """The place of an index of the text."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._begins, offset) - 1
        return Position(line, self._units(self.text[self._begins[line] : offset]))

    def range(self, start: int, end: int) -> Range:
        """The same of two indices."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """The index of a place; behind the end of a line, that end; behind the last line, the end of the text."""
        if position.line >= len(self._begins):
            return len(self.text)
        begin = self._begins[position.line]
        last = position.line + 1 == len(self._begins)
        line = self.text[begin:] if last else self.text[begin : self._begins[position.line + 1]].rstrip("\r\n")
        if line.isascii() or self._encoding is PositionEncodingKind.Utf32:
            return begin + min(position.character, len(line))
        units = 0
        for at, character in enumerate(line):
            if units >= position.character:
                return begin + at
            units += self._units(character)
        return begin + len(line)

    def at(self, place: diagnostic.Position) -> int:
        """The index of a place as reports give it: lines end at line feeds alone, columns are characters, both count from 1."""
        if place.line > len(self._feeds):
            return len(self.text)
        return min(self._feeds[place.line - 1] + place.column - 1, len(self.text))

    def span(self, start: diagnostic.Position, end: diagnostic.Position) -> Range:
        """What stands between two places as reports give them."""
        return self.range(self.at(start), self.at(end))

    def line(self, number: int) -> Range:
        """What a line, counted from 1 and in line feeds, says, without the white space around it."""
        if number > len(self._feeds):
            return self.range(len(self.text), len(self.text))
        begin = self._feeds[number - 1]
        end = self._feeds[number] if number < len(self._feeds) else len(self.text)
        said = self.text[begin:end]
        return self.range(begin + len(said) - len(said.lstrip()), begin + len(said.rstrip()))

    def _units(self, text: str) -> int:
        if text.isascii() or self._encoding is PositionEncodingKind.Utf32:
            return len(text)
        return len(text.encode(_WIDTH[self._encoding], "surrogatepass")) // _BYTES[self._encoding]
