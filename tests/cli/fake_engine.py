"""What the tests of the command line share: an engine that says what a test wants, and files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from lint_rules.check import Outcome, Request, Unresolved
from lint_rules.diagnostic import Diagnostic, Fix, Position

MANIFEST = """\
version: 1
quantization:
  types: [Float8Config]
  names: [float8_cfg]
exclusions:
  - id: kda
    modules: [KimiDeltaAttention]
"""


class Rule(NamedTuple):
    code: str
    name: str
    summary: str

    def page(self) -> str:
        return f"# {self.code}\n\n{self.summary}\n"


RULES = (
    Rule("QF001", "excluded-module-quantized", "A builder forwards a config into an excluded module."),
    Rule("QF002", "config-only-flag-in-constructor", "A flag reaches a module constructor."),
    Rule("QF900", "unreadable-file", "A file can't be read."),
)


class Engine:
    """Stands in for the check: what it will find, and what it was asked."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.unresolved: list[Unresolved] = []
        self.request: Request | None = None
        self.error: BaseException | None = None

    def find(
        self,
        path: Path,
        line: int = 1,
        code: str = "QF001",
        statement_line: int | None = None,
        fix: Fix | None = None,
        preview: bool = False,
    ) -> None:
        start, end = Position(line, 1), Position(line, 4)
        message = "`cfg` is forwarded"
        self.diagnostics.append(
            Diagnostic(code, message, path, start, end, statement_line=statement_line, fix=fix, preview=preview)
        )

    def check(self, request: Request) -> Outcome:
        self.request = request
        if self.error is not None:
            raise self.error
        return Outcome(sorted(self.diagnostics), self.unresolved)

    @property
    def files(self) -> list[str]:
        """The files that the check was given, relative to the root."""
        assert self.request is not None
        return [path.relative_to(self.request.root).as_posix() for path in self.request.files]
