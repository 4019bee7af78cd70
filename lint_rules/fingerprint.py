"""What tells a finding from others while the code around it moves and is laid out anew."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic

_TOKEN = re.compile(r"\w+|[^\w\s(),'\"]")
"""What a formatter leaves alone: neither white space nor parentheses, commas and quotes."""
_COMMENT = re.compile(r"#.*")
_KEYWORD = re.compile(r"\A\w+\s*=(?!=)")
_CALLEE = re.compile(r"[\w.]+\s*\Z")
_REACH = 100
"""A call that begins this many lines above its argument is not looked for."""


Lines = Callable[[Path], Sequence[str]]
"""Returns a file's lines, without their ends."""


class Traits(NamedTuple):
    """What a finding is but for its file; ``number`` counts those of a file that are the same in all else."""

    code: str
    builder: str
    callee: str
    text: str
    number: int = 0

    def fingerprint(self, place: str) -> str:
        """Return the fingerprint of such a finding in a file, 32 hexadecimal digits."""
        whole = "\0".join([self.code, place, self.builder, self.callee, self.text, str(self.number)])
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def fingerprints(diagnostics: Sequence[Diagnostic], root: Path, lines: Lines) -> list[str]:
    """Return a fingerprint for each of ``diagnostics``, which are in the order of their places.

    It is made of the path relative to ``root``, the rule, the builder, the callee and the text that is reported; of texts,
    the layout does not count. Where all of these are the same, findings are numbered.
    """
    places = (place_below(diagnostic.path, root) for diagnostic in diagnostics)
    return [each.fingerprint(place) for each, place in zip(traits(diagnostics, lines), places, strict=True)]


def traits(diagnostics: Iterable[Diagnostic], lines: Lines) -> list[Traits]:
    """Return the traits of each of ``diagnostics``, which are in the order of their places."""
    seen: Counter[tuple[Path, Traits]] = Counter()
    out: list[Traits] = []
    for diagnostic in diagnostics:
        each = _traits(diagnostic, lines(diagnostic.path))
        number = seen[diagnostic.path, each]
        out.append(each._replace(number=number))
        seen[diagnostic.path, each] += 1
    return out


def place_below(path: Path, root: Path) -> str:
    """Return ``path`` relative to ``root``, with ``/``, even where it lies beside it: the same on every machine."""
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:
        # Another drive.
        return path.as_posix()


def _traits(diagnostic: Diagnostic, lines: Sequence[str]) -> Traits:
    # A last step without a place is the builder that errs; what leads there, or hangs together with it, may change.
    builder = diagnostic.flow[-1].label if diagnostic.flow and diagnostic.flow[-1].path is None else ""
    callee, text = _callee(diagnostic, lines), _text(diagnostic, lines)
    if callee:
        # Where a formatter moves the value of an argument to the next line, the argument is reported with its name.
        text = _KEYWORD.sub("", text)
    return Traits(diagnostic.code, builder, callee, " ".join(_TOKEN.findall(text)))


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
    first = max(min(diagnostic.statement_line or 1, line), line - _REACH, 1)
    above = [_COMMENT.sub("", text) for text in lines[first - 1 : line - 1]]
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
            if found is not None and not iskeyword(name := found[0].rstrip()):
                return name
    return ""
