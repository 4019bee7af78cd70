"""Text for a terminal: colour, width, and nothing in it that a terminal would obey."""

from __future__ import annotations

import unicodedata

_RESET = "\x1b[0m"
_STYLES = {"bold": "\x1b[1m", "red": "\x1b[1;31m", "blue": "\x1b[1;34m", "cyan": "\x1b[36m", "green": "\x1b[1;32m"}
# These turn the order of what follows them, so that a line reads as what it is not.
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c")
TAB = "    "


def paint(text: str, style: str, color: bool) -> str:
    """Return ``text`` in a style, or as it is without colour."""
    return f"{_STYLES[style]}{text}{_RESET}" if color and text else text


def visible(text: str) -> str:
    """Return one line in which every control character is a picture of itself, and a tab is spaces."""
    return text if text.isascii() and text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character == "\t":
        return TAB
    if character < " ":
        return chr(0x2400 + ord(character))
    if character == "\x7f":
        return "\u2421"
    if character in _TURNING or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return "\ufffd"
    return character


def width(text: str) -> int:
    """Return how many cells of a terminal ``text`` takes; it must be ``visible``."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
