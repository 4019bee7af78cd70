"""What tells a finding from others while the code around it moves and is laid out anew."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from lint_rules.diagnostic import Diagnostic

_TOKEN = re.compile(r"\w+|[^\w\s(),'\"]")
"""What a formatter leaves alone: neither white space nor parentheses, commas and quotes."""
_COMMENT = re.compile(r"#.*")
_KEYWORD = re.compile(r"\A\w+\s*=(?!=)")
_CALLEE = re.compile(r"[\w.]+\s*\Z")
_REACH = 100
"""A call that begins more lines above its argument than this is not looked for."""


def fingerprints(diagnostics: Iterable[Diagnostic], root: Path, lines: Callable[[Path], Sequence[str]]) -> list[str]:
    """Return a fingerprint, 32 hexadecimal digits, for each of ``diagnostics``, which are in the order of their places.

    It is made of the rule, the path relative to ``root``, the builder, the callee and the text that is reported; of texts,
    the layout does not count. Where all of these are the same, findings are numbered. ``lines`` returns a file's lines,
    without their ends.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    out: list[str] = []
    for diagnostic in diagnostics:
        key = _key(diagnostic, root, lines(diagnostic.path))
        out.append(hashlib.sha256("\0".join([*key, str(seen[key])]).encode("utf-8", "surrogatepass")).hexdigest()[:32])
        seen[key] += 1
    return out


def place_below(path: Path, root: Path) -> str:
    """Return ``path`` relative to ``root``, with ``/``, even where it lies beside it: the same on every machine."""
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:
        # Another drive.
        return path.as_posix()


def _key(diagnostic: Diagnostic, root: Path, lines: Sequence[str]) -> tuple[str, ...]:
    builder = diagnostic.flow[-1].label if diagnostic.flow else ""
    place = place_below(diagnostic.path, root)
    callee, text = _callee(diagnostic, lines), _text(diagnostic, lines)
    if callee:
        # Where a formatter moves the value of an argument to the next line, the argument is reported with its name.
        text = _KEYWORD.sub("", text)
    return diagnostic.code, place, builder, callee, " ".join(_TOKEN.findall(text))


def _text(diagnostic: Diagnostic, lines: Sequence[str]) -> str:
    """The text that is reported, without comments, unless it is one."""
    start, end = diagnostic.start, diagnostic.end
    reported = list(lines[start.line - 1 : max(end.line, start.line)])
    if not reported:
        return ""
    reported[-1] = reported[-1][: end.column - 1] if end > start else reported[-1]
    reported[0] = reported[0][start.column - 1 :]
    if not reported[0].startswith("#"):
        reported = [_COMMENT.sub("", line) for line in reported]
    return "\n".join(reported)


def _callee(diagnostic: Diagnostic, lines: Sequence[str]) -> str:
    """What is called with the text that is reported as one of its arguments, told from the brackets before it."""
    line, column = diagnostic.start
    above = [_COMMENT.sub("", text) for text in lines[max(line - 1 - _REACH, 0) : line - 1]]
    before = "\n".join([*above, *(text[: column - 1] for text in lines[line - 1 : line])])
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] in ")]}":
            depth += 1
        elif before[at] in "([{":
            depth -= 1
        if depth < 0:
            depth = 0
            found = _CALLEE.search(before, 0, at) if before[at] == "(" else None
            if found is not None:
                return found[0].rstrip()
    return ""
