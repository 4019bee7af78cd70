"""From a file's bytes to its text and its syntax tree, or the reason why there is none."""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from typing import NamedTuple

from lint_rules.project.positions import Positions


class Unreadable(NamedTuple):
    """Why a file has no facts, and the line (counted in line feeds) that is to blame."""

    line: int
    message: str


def decode(data: bytes) -> str | Unreadable:
    """The text of a file without a byte-order mark, line ends as they are."""
    try:
        return data.decode(encoding_of(data))
    except (SyntaxError, LookupError) as error:
        reason = str(error.msg if isinstance(error, SyntaxError) else error)
        return Unreadable(1, f"can't be decoded: {reason}")
    except UnicodeDecodeError as error:
        byte, what = data[error.start], error.encoding
        return Unreadable(1, f"can't be decoded: byte 0x{byte:02x} at offset {error.start} is not {what}")
    except UnicodeError as error:
        return Unreadable(1, f"can't be decoded: {error}")


def encoding_of(data: bytes) -> str:
    """The encoding of a file by its byte-order mark or coding line, UTF-8 otherwise; raises SyntaxError if unknown."""
    return tokenize.detect_encoding(io.BytesIO(data).readline)[0]


def parse(text: str) -> ast.Module | Unreadable:
    """The syntax tree of a text."""
    try:
        return ast.parse(text)
    except SyntaxError as error:
        positions = Positions(text)
        line, _ = positions.place(positions.offset(error.lineno or 1, 0))
        return Unreadable(line, _explain(text, error.msg))
    except ValueError as error:
        # A NUL byte; from Python 3.12 on that is a SyntaxError.
        return Unreadable(1, f"can't be parsed: {error}")
    except (RecursionError, MemoryError):
        return TOO_DEEP


TOO_DEEP = Unreadable(1, "can't be parsed: nested too deeply")


def _explain(text: str, message: str) -> str:
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    if "null byte" not in message and "too many nested" not in message and _reads_as_newer_python(text):
        return f"is written for a newer Python than the {running} that runs this check: {message}"
    return f"can't be parsed: {message}"


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
