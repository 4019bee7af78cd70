"""An outcome whose places have moved with the lines of the files that they are in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from lint_rules.change.lines import Lines
from lint_rules.diagnostic import Diagnostic, Step
from lint_rules.outcome import Outcome, Unresolved

_T = TypeVar("_T")


def moved(outcome: Outcome, files: Mapping[Path, Lines]) -> Outcome | None:
    """An outcome after some lines of these files have moved; None where it speaks of one that is not as it was."""
    diagnostics = [_diagnostic(each, files) for each in outcome.diagnostics]
    unresolved = [_unresolved(each, files) for each in outcome.unresolved]
    known, told = _all(diagnostics), _all(unresolved)
    return None if known is None or told is None else Outcome(known, told, outcome.commented)


def _diagnostic(each: Diagnostic, files: Mapping[Path, Lines]) -> Diagnostic | None:
    if each.path in files or any(edit.path in files for edit in (each.fix.edits if each.fix is not None else ())):
        # Its span and its fix were made of the text around it.
        return None
    flow = [_step(step, files) for step in each.flow]
    known = _all(flow)
    return None if known is None else each._replace(flow=tuple(known))


def _step(step: Step, files: Mapping[Path, Lines]) -> Step | None:
    if step.path is None or step.line is None or step.path not in files:
        return step
    line = files[step.path].moved(step.line)
    return None if line is None else step._replace(line=line)


def _unresolved(each: Unresolved, files: Mapping[Path, Lines]) -> Unresolved | None:
    if each.path not in files:
        return each
    line = files[each.path].moved(each.line)
    return None if line is None else each._replace(line=line)


def _all(found: Iterable[_T | None]) -> list[_T] | None:
    """All of some things; None where one is missing."""
    out = list(found)
    return None if None in out else [each for each in out if each is not None]
