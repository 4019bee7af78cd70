"""An outcome whose places have moved with the text of the files that they are in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from lint_rules.change.places import Places
from lint_rules.diagnostic import Cited, Diagnostic, Edit, Fix, Step
from lint_rules.outcome import Outcome, Unresolved

_T = TypeVar("_T")


def moved(outcome: Outcome, files: Mapping[Path, Places]) -> Outcome | None:
    """An outcome after some places in these files have moved; None where it speaks of one that is not as it was."""
    diagnostics = [_diagnostic(each, files) for each in outcome.diagnostics]
    unresolved = [_unresolved(each, files) for each in outcome.unresolved]
    known, told = _all(diagnostics), _all(unresolved)
    return None if known is None or told is None else Outcome(known, told, outcome.commented)


def _diagnostic(each: Diagnostic, files: Mapping[Path, Places]) -> Diagnostic | None:
    # What it says was made of texts that somebody has asked for: that these are what they were is known by now.
    found = files[each.path].finding(each) if each.path in files else each
    if found is not None and each.cited is not None and each.cited.path in files:
        found = _citing(found, each.cited, files[each.cited.path].line(each.cited.line))
    flow = _all(_step(step, files) for step in each.flow)
    if found is None or flow is None:
        return None
    if each.fix is None:
        return found._replace(flow=tuple(flow))
    fix = _fix(each.fix, files)
    return None if fix is None else found._replace(flow=tuple(flow), fix=fix)


def _citing(each: Diagnostic, cited: Cited, line: int | None) -> Diagnostic | None:
    """A finding whose message says another number."""
    if line is None:
        return None
    behind = cited.at + len(str(cited.line))
    message = f"{each.message[: cited.at]}{line}{each.message[behind:]}"
    return each._replace(message=message, cited=cited._replace(line=line))


def _fix(fix: Fix, files: Mapping[Path, Places]) -> Fix | None:
    edits = _all(_edit(edit, files) for edit in fix.edits)
    return None if edits is None else fix._replace(edits=tuple(edits))


def _edit(edit: Edit, files: Mapping[Path, Places]) -> Edit | None:
    return files[edit.path].edit(edit) if edit.path in files else edit


def _step(step: Step, files: Mapping[Path, Places]) -> Step | None:
    if step.path is None or step.line is None or step.path not in files:
        return step
    line = files[step.path].line(step.line)
    return None if line is None else step._replace(line=line)


def _unresolved(each: Unresolved, files: Mapping[Path, Places]) -> Unresolved | None:
    if each.path not in files:
        return each
    line = files[each.path].line(each.line)
    return None if line is None else each._replace(line=line)


def _all(found: Iterable[_T | None]) -> list[_T] | None:
    """All of some things; None where one is missing."""
    out = list(found)
    return None if None in out else [each for each in out if each is not None]
