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
    options = Options(
        manifest=project.manifest,
        root=project.root,
        select=settings.select,
        ignore=settings.ignore,
        preview=settings.preview,
        quiet=True,
    )
    task: Task | None = None
    try:
        task = prepare(options)
        for path in overrides:
            if path.suffix == ".py" and str(path) not in task.found.names and not path.exists():
                task = task._replace(found=task.found.adding(str(path)))
        outcome = outcome_in_editor(options, task, overrides, progress)
    except ManifestError as error:
        return Analysis(project, task, None, tuple(error.problems))
    except UsageError as error:
        return Analysis(project, task, None, (), str(error))
    return Analysis(project, task, verdict_on(task, outcome, overrides))


class Engine:
    """Checks a project whenever it is asked to, the last request first and none twice."""

    def __init__(self, project: Project, done: Callable[[Analysis, object], None], failed: Callable[[], None]) -> None:
        """``done`` is called with what was found and with what came with the request; ``failed`` inside of the handler of what
        should never happen. Both are called on the engine's thread.
        """
        self.project = project
        self._done = done
        self._failed = failed
        self._changed = threading.Condition()
        self._wanted: tuple[Settings, Mapping[Path, bytes], Progress, object] | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._work, name=f"quantfence {project.root}", daemon=True)
        self._thread.start()

    def ask(self, settings: Settings, overrides: Mapping[Path, bytes], progress: Progress, mark: object) -> None:
        """Ask for a check; one that has not begun, or has not come far, is given up for it."""
        with self._changed:
            self._wanted = settings, overrides, progress, mark
            self._changed.notify()

    def end(self) -> None:
        """Do no more."""
        with self._changed:
            self._ended, self._wanted = True, None
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._wanted is None and not self._ended:
                    self._changed.wait()
                if self._wanted is None:
                    return
                (settings, overrides, progress, mark), self._wanted = self._wanted, None

            def told(number: int, among: int, tell: Progress = progress) -> None:
                if self._wanted is not None or self._ended:
                    raise Superseded
                tell(number, among)

            try:
                self._done(analyse(self.project, settings, overrides, told), mark)
            except Superseded:
                continue
            except Exception:
                self._failed()
