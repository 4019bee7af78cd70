"""One check of one project: the manifest and the files go in, diagnostics come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lint_rules.blueprint.survey import Survey
from lint_rules.blueprint.vocabulary import Vocabulary
from lint_rules.cache.store import Store
from lint_rules.depth import in_the_large
from lint_rules.manifest.model import Manifest
from lint_rules.outcome import Outcome, Unresolved
from lint_rules.project.suppressions import MARK
from lint_rules.project.symbols import Project
from lint_rules.rules.base import all_rules
from lint_rules.rules.context import Context
from lint_rules.rules.shares import judged
from lint_rules.rules.untold import untold
from lint_rules.words import expected

__all__ = ["Outcome", "Request", "Unresolved", "check"]


class Request(NamedTuple):
    """What to check."""

    manifest: Manifest
    root: Path
    """The project root, absolute."""
    files: Sequence[Path]
    """All Python files of the project, absolute, sorted; the verdict uses them all."""
    overrides: Mapping[Path, bytes] = {}
    """Text that stands for a file's own, such as what an editor has not saved yet."""
    exhaustive: bool = False
    progress: Callable[[int, int], None] | None = None
    """Called with files read and files in all, while it runs."""
    store: Store = Store(None)
    """Where it may keep what it computes."""
    heard: Callable[[Project], None] | None = None
    """Called in the end: the outcome is about what the project's files hold there."""


def check(request: Request) -> Outcome:
    """Judge the whole project by its manifest.

    Returns the findings of all rules, sorted by path, line, column and code.
    """
    return in_the_large(lambda: _check(request))


def _check(request: Request) -> Outcome:
    project = Project(request.root, request.files, request.overrides, request.store)
    vocabulary = Vocabulary(request.manifest, project)
    project.expect(expected(vocabulary))
    survey = Survey(project, vocabulary, request.exhaustive, request.progress)
    survey.run()
    context = Context(request.manifest, project, survey)
    found = [diagnostic for each in judged(context, all_rules()) for diagnostic in each]
    found.sort(key=lambda each: (each.path, each.start, each.code))
    unresolved = [
        Unresolved(site.path, *project.source(site.path).place(project.source(site.path).offset(*site[1:])), message)
        for site, message in sorted(survey.machine.unresolved.items())
    ]
    unresolved += (Unresolved(*each) for each in untold(context))
    readable = sorted({*request.files, request.manifest.path})
    commented = tuple(path for path in readable if project.source(path).holds(MARK))
    if request.heard is not None:
        request.heard(project)
    return Outcome(found, unresolved, commented)
