"""One file's facts as bytes, and back: so they are kept in memory and on disk, and go from one process to another.

A file says most in the bodies of its functions, and few of them are asked for: each is read from its bytes by itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import accumulate
from typing import Generic, TypeVar
from zlib import crc32

import msgspec

from lint_rules.project import extract, facts
from lint_rules.project.reading import TOO_DEEP, Unreadable, decode, encoding_of, parse

_Body = TypeVar("_Body")

KIND = "facts"
"""Under which facts are kept on disk."""


class _Record(msgspec.Struct, Generic[_Body], array_like=True, gc=False):
    """What is known of a file: its facts and the bodies of its functions, by line; or why there are none."""

    trouble: Unreadable | None
    lines: bytes
    """Four bytes that stand for each line of the file; none where a lone carriage return ends one, too."""
    encoding: str
    """How its bytes are read; empty where that can't be told."""
    ends: dict[int, int]
    """The last line of each function that is not inside another one, by the line of its ``def``, in the order of the file."""
    module: facts.Module
    bodies: dict[int, _Body]
    begins: list[int]
    """The index in its text at which the first line of each of these functions begins, as line feeds end lines."""
    length: int
    """The length of its text; nought where there is none."""


Lowered = _Record[msgspec.Raw]
"""A file's facts with bodies that are still to be read."""

_encode = msgspec.msgpack.Encoder().encode
_record = msgspec.msgpack.Decoder(Lowered).decode
_body = msgspec.msgpack.Decoder(list[facts.Statement]).decode
_NOTHING = facts.Module([])


def lower(data: bytes) -> bytes:
    """The facts of a file, given as its bytes."""
    lone = data.count(b"\r") != data.count(b"\r\n")
    lines = b"" if lone else array("I", map(crc32, data.split(b"\n"))).tobytes()
    text = decode(data)
    encoding, length = ("", 0) if isinstance(text, Unreadable) else (encoding_of(data), len(text))
    tree = text if isinstance(text, Unreadable) else parse(text)
    if isinstance(tree, Unreadable):
        return _encode(_Record(tree, lines, encoding, {}, _NOTHING, {}, [], length))
    extractor = extract.Extractor()
    try:
        module = extractor.module(tree)
        begins = [] if lone or isinstance(text, Unreadable) else _begins(text, extractor.ends)
        return _encode(_Record(None, lines, encoding, extractor.ends, module, extractor.bodies, begins, length))
    except RecursionError:
        return _encode(_Record(TOO_DEEP, lines, encoding, {}, _NOTHING, {}, [], length))


def _begins(text: str, lines: Iterable[int]) -> list[int]:
    """The indices at which some lines of a text begin."""
    before = list(accumulate(map(len, text.split("\n")), initial=0))
    return [before[line - 1] + line - 1 for line in lines]


def read(data: bytes) -> Lowered | None:
    """What :func:`lower` wrote; None where something damaged it."""
    try:
        return _record(data)
    except msgspec.DecodeError:
        return None


def read_body(data: msgspec.Raw | None) -> list[facts.Statement] | None:
    """The statements of one function; None where something damaged them."""
    try:
        return _body(data) if data is not None else None
    except msgspec.DecodeError:
        return None
