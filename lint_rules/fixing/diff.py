"""What fixes change, as a diff that ``patch`` takes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from lint_rules.fixing.workspace import Change

_NO_END = b"\\ No newline at end of file\n"


def unified(change: Change, name: str) -> Iterator[bytes]:
    """Yield the lines of a unified diff, with their ends, in the bytes of the file; ``name`` stands for it."""
    before, after = (_lines(data) for data in (change.before, change.after))
    # Behind a name with spaces `patch` needs a tab to see where it ends.
    label = name.encode("utf-8", "surrogateescape") + (b"\t" if " " in name else b"")
    for line in difflib.diff_bytes(difflib.unified_diff, before, after, label, label, lineterm=b"\n"):
        yield line
        if not line.endswith(b"\n"):
            yield b"\n" + _NO_END


def _lines(data: bytes) -> list[bytes]:
    """Split at line feeds alone, as ``patch`` does."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
