"""What a client may order: the commands behind code actions that are no edits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from lint_rules.baseline import entries_of
from lint_rules.baseline_file import baseline_file, read_baseline, render
from lint_rules.commands.check import prepare, verdict_on
from lint_rules.commands.streams import write_file
from lint_rules.diagnostic import Diagnostic
from lint_rules.errors import UsageError
from lint_rules.fingerprint import fingerprints
from lint_rules.lsp.engine import Analysis, options_for
from lint_rules.lsp.pages import page_of
from lint_rules.lsp.session import Session, path_of


def add_to_baseline(session: Session, arguments: list[Any]) -> None:
    """Write a finding into the project's baseline. Raises UsageError where that can't be done."""
    analysis, finding = _finding(session, arguments)
    assert analysis.verdict is not None
    # A finding is told from its like by their number in the file, those that the baseline holds included.
    options = options_for(analysis.project, session.settings)._replace(no_baseline=True)
    task = prepare(options)
    every = verdict_on(task, analysis.verdict.outcome, session.documents.overrides(analysis.project))
    found, lines, root = every.selected.shown, every.texts.lines, task.project.root
    mark = fingerprints(found, root, lines)[found.index(finding)]
    path = baseline_file(root, task.settings.baseline)
    known = read_baseline(path, str(path), usual=True) if path.exists() else []
    new = [each for each in entries_of(found, root, lines) if each.fingerprint == mark]
    write_file(path, render(sorted({*known, *new})))
    session.check_all()


def path_to(session: Session, arguments: list[Any]) -> list[types.Location]:
    """The steps of a finding's path, the origin first, as places."""
    _, finding = _finding(session, arguments)
    shown = session.found_in(finding.path)
    assert shown is not None
    return [
        types.Location(step.path.as_uri(), shown[1].lines(step.path).line(step.line))
        for step in finding.flow
        if step.path is not None and step.line is not None
    ]


def page_uri(session: Session, arguments: list[Any]) -> str | None:
    """The page of a rule as a file."""
    path = path_of(str(arguments[0])) if len(arguments) > 1 else None
    found = session.found_in(path) if path is not None else None
    page = page_of(found[0].task, str(arguments[1])) if found is not None and found[0].task is not None else None
    return page.as_uri() if page is not None else None


def _finding(session: Session, arguments: list[Any]) -> tuple[Analysis, Diagnostic]:
    """The finding that is named by its file, code, line and column. Raises UsageError where there is none any more."""
    if len(arguments) != 4:
        raise UsageError("this command takes the URI of a file, a code, a line and a column")
    uri, code, line, column = arguments
    path: Path | None = path_of(str(uri))
    found = session.found_in(path) if path is not None else None
    if found is not None and path is not None:
        for finding, _ in found[1].by_file.get(path, ()):
            if finding is not None and (finding.code, *finding.start) == (code, line, column):
                return found[0], finding
    raise UsageError(f"{code} is no longer found at line {line} of {path}")
