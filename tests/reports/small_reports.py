"""What the tests of the formats share: a finding, a report of a few findings, and what a format prints for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.diagnostic import Diagnostic, Edit, Fix, Position, Step
from lint_rules.fingerprint import fingerprints
from lint_rules.project.text import Texts
from lint_rules.reports import renderer
from lint_rules.reports.report import Report

ROOT = Path("/project")
FILE = ROOT / "xtuner/v1/gated_deltanet.py"
FLOW = (
    Step("MoEConfig.float8_cfg", ROOT / "xtuner/v1/base.py", 127),
    Step("MoE.build_layers", ROOT / "xtuner/v1/moe.py", 1011),
    Step("GatedDeltaNetConfig.build"),
)
FINDING = Diagnostic(
    code="QF001",
    message="`float8_cfg` is forwarded into GatedDeltaNet, which exclusion `gdn` keeps unquantized",
    path=FILE,
    start=Position(103, 13),
    end=Position(103, 34),
    flow=FLOW,
    layers=("out_proj", "in_proj_qkv", "in_proj_z"),
    help="pass None, or declare a policy in the manifest",
)
SOURCE = [""] * 100 + [
    "            **self.model_dump(),",
    "            hidden_size=hidden_size,",
    "            float8_cfg=float8_cfg,",
    "        )",
]
FINGERPRINT = fingerprints([FINDING], ROOT, lambda path: SOURCE)[0]


class Rule(NamedTuple):
    code: str
    name: str
    summary: str
    text: str = ""

    def page(self) -> str:
        return self.text


PAGE = """\
# excluded-module-quantized (QF001)

A builder forwards a config.

## What it does

Follows every config
to its end.

## Why it is bad

It is.
"""
RULES = {"QF001": Rule("QF001", "excluded-module-quantized", "a builder forwards a config", PAGE)}


def report(*diagnostics: Diagnostic, lines: Sequence[str] = SOURCE, color: bool = False, quiet: bool = False) -> Report:
    """A report whose files all have these lines."""
    return Report(
        diagnostics=diagnostics,
        files=214,
        elsewhere=0,
        rules=RULES,
        lines=lambda path: lines,
        text=lambda path: "\n".join(lines),
        root=ROOT,
        folder=ROOT,
        color=color,
        quiet=quiet,
    )


def report_on(files: Mapping[Path, bytes], *diagnostics: Diagnostic) -> Report:
    """A report on files with these bytes."""
    texts = Texts(files)
    return report(*diagnostics)._replace(lines=texts.lines, text=texts.text)


def render(output_format: str, report: Report, statistics: bool = False) -> list[str]:
    return list(renderer(output_format, statistics)(report))


def at(line: int, column: int, end: int | None = None, end_line: int | None = None) -> Diagnostic:
    start = Position(line, column)
    return Diagnostic("QF001", "m", FILE, start, Position(end_line or line, end or column + 1))


def fixed(diagnostic: Diagnostic, *edits: Edit, safe: bool = True) -> Diagnostic:
    """A finding with a fix of these edits."""
    return diagnostic._replace(fix=Fix("Pass `None`", edits, safe))
