"""What the tests of fixing share: a rule that finds what a test wants, fixes included, and a project to fix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import ClassVar

from lint_rules.diagnostic import Diagnostic, Edit, Fix, Position
from lint_rules.project.source import Source
from lint_rules.rules.base import Rule, RuleInfo
from lint_rules.rules.context import Context

MANIFEST = """\
version: 1
quantization:
  names: [float8_cfg]
exclusions:
  - id: kda
    modules: [KimiDeltaAttention]
"""

Find = Callable[[Source], Iterable[Diagnostic]]


class FakeRule(Rule):
    """Finds what the test says."""

    code = "QF801"
    name = "old-word"
    summary = "an old word"
    find: ClassVar[Find] = staticmethod(lambda source: ())
    rounds: ClassVar[int] = 0

    def check(self, context: Context) -> Iterator[Diagnostic]:
        FakeRule.rounds += 1
        for path in context.project.files:
            yield from FakeRule.find(context.source(path))


RULES = (RuleInfo(FakeRule.code, FakeRule.name, FakeRule.summary, FakeRule),)


def finding(source: Source, start: int, end: int, fix: Fix | None) -> Diagnostic:
    """A finding about a part of a file."""
    message = f"`{source.text[start:end]}` is old" if source.text is not None else ""
    places = Position(*source.place(start)), Position(*source.place(end))
    return Diagnostic("QF801", message, source.path, *places, statement_line=places[0].line, fix=fix)


def replacing(old: str, new: str, safe: bool = True, message: str = "Use the new word") -> Find:
    """Find each match of a pattern, and replace it; ``new`` may hold references to groups, as for ``re.sub``."""

    def find(source: Source) -> Iterator[Diagnostic]:
        for match in re.finditer(old, source.text or ""):
            edit = Edit(source.path, match.start(), match.end(), match.expand(new))
            yield finding(source, match.start(), match.end(), Fix(message, (edit,), safe))

    return find


def both(*finds: Find) -> Find:
    return lambda source: [each for find in finds for each in find(source)]


def listing(root: Path) -> list[str]:
    """All files below a folder."""
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir())
