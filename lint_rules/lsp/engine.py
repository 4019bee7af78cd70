"""One project in an editor: it is checked on a thread of its own, each time that something has changed, for what stands there now."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from lint_rules.commands.check import Options, Task, Verdict, prepare, verdict_on
from lint_rules.commands.outcomes import Progress, outcome_in_editor
from lint_rules.errors import UsageError
from lint_rules.locate import Project
from lint_rules.lsp.progress import Bar
from lint_rules.lsp.settings import Settings
from lint_rules.manifest.problems import ManifestError, Problem


class Analysis(NamedTuple):
    """What one check of a project came to."""

    project: Project
    task: Task | None
    """What was checked; None where that could not be found out."""
    verdict: Verdict | None
    """None where there is none, since the manifest or the settings can't be used."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with the manifest and its recipes."""
    error: str | None = None
    """What else kept the project from being checked, for a person."""


class Superseded(Exception):
    """Something has changed while a check ran."""


def analyse(project: Project, settings: Settings, overrides: Mapping[Path, bytes], progress: Progress) -> Analysis:
    """Check a project with ``overrides`` in place of its files; what ``progress`` raises ends that.

    It finds what ``quantfence check`` finds. Without overrides it knows what that has kept, and keeps what it finds.
    """
    options = options_for(project, settings)
    task: Task | None = None
    try:
        task = prepare(options)
        for path in overrides:
            if path != project.manifest and not path.exists():
                # Not saved yet.
                task = task._replace(found=task.found.adding(str(path)))
        outcome = outcome_in_editor(options, task, overrides, progress)
    except ManifestError as error:
        return Analysis(project, task, None, tuple(error.problems))
    except UsageError as error:
        return Analysis(project, task, None, (), str(error))
    return Analysis(project, task, verdict_on(task, outcome, overrides))


def options_for(project: Project, settings: Settings) -> Options:
    """What a person would say on the command line."""
    chosen = Options(select=settings.select, ignore=settings.ignore, preview=settings.preview, quiet=True)
    return chosen._replace(manifest=project.manifest, root=project.root)


class Wanted(NamedTuple):
    """A request for a check."""

    settings: Settings
    overrides: Mapping[Path, bytes]
    bar: Bar


class Engine:
    """Checks a project whenever it is asked to, the last request first and none twice."""

    def __init__(
        self, project: Project, done: Callable[[Analysis | None, Bar], None], failed: Callable[[], None]
    ) -> None:
        """``done`` is called in the end of each check that has begun, with None where it was given up; ``failed`` inside of the
        handler of what should never happen. Both are called on the engine's thread.
        """
        self.project = project
        self._done = done
        self._failed = failed
        self._changed = threading.Condition()
        self._wanted: Wanted | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._work, name=f"quantfence {project.root}", daemon=True)
        self._thread.start()

    def ask(self, wanted: Wanted) -> None:
        """Ask for a check; one that has not begun, or has not come far, is given up for it."""
        with self._changed:
            self._wanted = wanted
            self._changed.notify()

    def end(self) -> None:
        """Do no more."""
        with self._changed:
            self._ended, self._wanted = True, None
            self._changed.notify()

    def _work(self) -> None:
        while (wanted := self._next()) is not None:
            analysis: Analysis | None = None
            try:
                analysis = self._check(wanted)
            except Superseded:
                pass
            except Exception:
                self._failed()
            self._done(analysis, wanted.bar)

    def _next(self) -> Wanted | None:
        """Wait for the next request; None in the end."""
        with self._changed:
            while self._wanted is None and not self._ended:
                self._changed.wait()
            wanted, self._wanted = self._wanted, None
            return wanted

    def _check(self, wanted: Wanted) -> Analysis:
        def told(number: int, among: int) -> None:
            if self._wanted is not None or self._ended:
                raise Superseded
            wanted.bar.told(number, among)

        return analyse(self.project, wanted.settings, wanted.overrides, told)
