"""Standard output and standard error: what may be written to them, and how."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from lint_rules.errors import UsageError
from lint_rules.reports.report import shown_path
from lint_rules.reports.terminal import paint, visible

STANDARD_OUTPUT = Path("-")
"""What ``--output`` names where nothing is to be written to a file."""


def write(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Print lines, as they come."""
    stream = sys.stdout if stream is None else stream
    for line in lines:
        stream.write(line + "\n")


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Print files' own bytes, whatever their encoding and their line ends."""
    sys.stdout.flush()
    sys.stdout.buffer.writelines(pieces)
    sys.stdout.buffer.flush()


def write_file(path: Path, data: bytes) -> None:
    """Give a file its new content, or raise UsageError and say why that can't be."""
    # It takes random names, and most runs write no file.
    from lint_rules.files import replace

    folder = Path.cwd()
    try:
        if not path.parent.is_dir():
            raise NotADirectoryError(20, f"there is no folder {shown_path(path.parent, folder)}")
        replace(path, data)
    except OSError as error:
        raise UsageError(f"can't write {shown_path(path, folder)}: {error.strerror or error}") from None


def note(message: str) -> None:
    """Tell a person what they may want to know."""
    _say("note", message)


def warn(message: str) -> None:
    """Tell a person what they should know although the run goes on."""
    _say("warning", message)


def fail(message: str) -> None:
    """Tell a person why the run ends."""
    _say("error", message)


def use_color(choice: str, stream: TextIO) -> bool:
    """Decide on colour: the option, then ``NO_COLOR`` and ``FORCE_COLOR``, then whether a terminal listens."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def prepare_streams() -> None:
    """Let no character that a terminal can't show, and no odd byte in a file's name, end the run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _say(kind: str, message: str) -> None:
    lines = [visible(line) for line in message.splitlines()] or [""]
    label = paint(f"{kind}:", "red" if kind == "error" else "bold", use_color("auto", sys.stderr))
    sys.stdout.flush()
    print(f"quantfence: {label} {lines[0]}", *lines[1:], sep="\n", file=sys.stderr)
