"""What tells a finding from others while the lines around it move."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from lint_rules.diagnostic import Diagnostic


def fingerprints(diagnostics: Iterable[Diagnostic], root: Path, lines: Callable[[Path], Sequence[str]]) -> list[str]:
    """Return a fingerprint, 32 hexadecimal digits, for each of ``diagnostics``, which are in the order of their places.

    It is made of the rule, the path below ``root``, the builder and the text that is reported. Where all of these are the
    same, findings are numbered. ``lines`` returns a file's lines, without their ends.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    out: list[str] = []
    for diagnostic in diagnostics:
        key = _key(diagnostic, root, lines(diagnostic.path))
        out.append(hashlib.sha256("\0".join([*key, str(seen[key])]).encode("utf-8", "surrogatepass")).hexdigest()[:32])
        seen[key] += 1
    return out


def _key(diagnostic: Diagnostic, root: Path, lines: Sequence[str]) -> tuple[str, ...]:
    path = diagnostic.path
    place = path.relative_to(root) if path.is_relative_to(root) else path
    start, end = diagnostic.start, diagnostic.end
    # Whole lines: a span alone may be as short as a name. White space is no part of it, so that a formatter changes nothing.
    text = " ".join(" ".join(lines[start.line - 1 : max(end.line, start.line)]).split())
    builder = diagnostic.flow[-1].label if diagnostic.flow else ""
    return diagnostic.code, place.as_posix(), builder, text
