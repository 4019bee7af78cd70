"""One client's session: what it has open, what is known of that, and what it was told."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from lint_rules.errors import UsageError
from lint_rules.locate import Project
from lint_rules.lsp.actions import Desk
from lint_rules.lsp.documents import Documents
from lint_rules.lsp.engine import Analysis, Engine, Wanted
from lint_rules.lsp.findings import Shown
from lint_rules.lsp.lines import Lines
from lint_rules.lsp.progress import Bar
from lint_rules.lsp.projects import Projects
from lint_rules.lsp.settings import Settings, read_settings


class Session:
    """Takes what the client says of its files, and publishes what is found in them."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.documents = Documents()
        self.settings = Settings()
        self.projects = Projects(self._engine)
        self.shown: dict[Path, Shown] = {}
        """What the client shows, by the manifest of the project."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._said: set[str] = set()
        self._first: object = None

    # --- what the client says

    def begin(self, folders: list[Path]) -> None:
        """Look at the projects of the folders that are open."""
        self._loop = asyncio.get_running_loop()
        self.projects.folders = folders
        for folder in folders:
            self._guarded(lambda folder=folder: self._check(self.projects.of_folder(folder, self.settings)))  # type: ignore[misc]

    def configure(self, said: object, first: bool = False) -> None:
        """Take new settings, and check all anew with them. What was said ``first`` counts where nothing else is said later."""
        self._first = said if first else self._first
        settings, problems = read_settings(self._first, said)
        for problem in problems:
            self.warn(problem)
        if settings != self.settings:
            before, self.settings = self.settings, settings
            if before.manifest != settings.manifest:
                for engine in self.projects:
                    self._forget(engine)
                self.begin(self.projects.folders)
            self.check_all()

    def leave(self, folders: list[Path]) -> None:
        """Let go of the projects of folders that are closed."""
        for engine in self.projects:
            if any(engine.project.root.is_relative_to(folder) for folder in folders):
                self._forget(engine)

    def opened(self, uri: str, text: str, version: int | None) -> None:
        """Take the text of a file that is open."""
        path = path_of(uri)
        if path is not None:
            self.documents.put(path, text.removeprefix("\ufeff"), version)
            self._check_for(path)

    def closed(self, uri: str) -> None:
        """Forget the text of a file."""
        path = path_of(uri)
        if path is not None:
            self.documents.drop(path)
            self._check_for(path)

    def changed_on_disk(self, uris: list[str]) -> None:
        """Check anew what files belong to that somebody else has changed."""
        engines: dict[int, Engine] = {}
        for path in filter(None, map(path_of, uris)):
            for engine in self.projects:
                if path.is_relative_to(engine.project.root) or path == engine.project.manifest:
                    engines[id(engine)] = engine
            found = self._guarded(lambda path=path: self.projects.of_file(path, self.settings))  # type: ignore[misc]
            if found is not None:
                engines[id(found)] = found
        for engine in engines.values():
            if engine.project.manifest.exists():
                self._check(engine)
            else:
                self._forget(engine)

    def check_all(self) -> None:
        """Check each project."""
        for engine in self.projects:
            self._check(engine)

    def _check_for(self, path: Path) -> None:
        self._guarded(lambda: self._check(self.projects.of_file(path, self.settings)))

    # --- what is found

    def _engine(self, project: Project) -> Engine:
        return Engine(project, self._on_engine, self._failed_on_engine)

    def _check(self, engine: Engine | None) -> None:
        if engine is None:
            return
        if not self.settings.enable:
            self._clear(engine)
            return
        is_first = engine.project.manifest not in self.projects.found
        bar = Bar(self.server, f"Checking {engine.project.root.name}", self._soon, enabled=is_first)
        engine.ask(Wanted(self.settings, self.documents.overrides(engine.project), bar))

    def _soon(self, work: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work)

    def _on_engine(self, analysis: Analysis | None, bar: Bar) -> None:
        self._soon(bar.end)
        if analysis is not None:
            self._soon(lambda: self._publish(analysis))

    def _failed_on_engine(self) -> None:
        said = traceback.format_exc()
        self._soon(lambda: self.log(said, types.MessageType.Error))

    def _publish(self, analysis: Analysis) -> None:
        manifest = analysis.project.manifest
        if not self.settings.enable or all(engine.project.manifest != manifest for engine in self.projects):
            # It was switched off, or its folder closed, while it was checked.
            return
        if analysis.error is not None:
            self.warn(analysis.error)
        known = self.projects.found.get(manifest)
        if analysis.verdict is None and known is not None:
            # While a manifest can't be used, what was found with the last one that could is as good as anything.
            analysis = known._replace(problems=analysis.problems, error=analysis.error)
        self.projects.found[manifest] = analysis
        self._show(analysis)

    def _show(self, analysis: Analysis) -> None:
        manifest = analysis.project.manifest
        before = self.shown.get(manifest)
        shown = self.shown[manifest] = Shown(analysis, self.documents, self.lines, before)
        known = before.by_file if before is not None else {}
        opened = [each for each in self.documents.paths() if each.is_relative_to(analysis.project.root)]
        for path in dict.fromkeys([*opened, *known, *shown.by_file]):
            found = shown.by_file.get(path, [])
            # Of an open file a client wants to know that it was looked at in its last version.
            if path in self.documents or found is not known.get(path):
                self._tell(path, [made for _, made in found])

    def _tell(self, path: Path, found: list[types.Diagnostic]) -> None:
        document = self.documents.get(path)
        version = document.version if document is not None else None
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(path.as_uri(), found, version))

    def _clear(self, engine: Engine) -> None:
        shown = self.shown.pop(engine.project.manifest, None)
        for path in shown.by_file if shown is not None else ():
            self._tell(path, [])

    def _forget(self, engine: Engine) -> None:
        self._clear(engine)
        self.projects.drop(engine)

    def end(self) -> None:
        """Let go of all."""
        self.projects.end()

    # --- what others ask

    def found_in(self, path: Path) -> tuple[Analysis, Shown] | None:
        """What was last found in the project of a file, and what the client shows of that."""
        engine = self._guarded(lambda: self.projects.of_file(path, self.settings))
        manifest = engine.project.manifest if engine is not None else None
        if manifest is None or manifest not in self.shown:
            return None
        return self.projects.found[manifest], self.shown[manifest]

    @property
    def desk(self) -> Desk:
        """What it takes to write an edit that the client can apply."""
        edits = self.server.client_capabilities.workspace and self.server.client_capabilities.workspace.workspace_edit
        return Desk(self.documents, self.lines, bool(edits and edits.document_changes))

    def lines(self, text: str) -> Lines:
        """A text with places as the client counts them."""
        return Lines(text, self.server.workspace.position_encoding or types.PositionEncodingKind.Utf16)

    # --- what the client is told

    def _guarded(self, work: Callable[[], Engine | None]) -> Engine | None:
        try:
            return work()
        except UsageError as error:
            self.warn(str(error))
            return None

    def log(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Write to the client's log."""
        self.server.window_log_message(types.LogMessageParams(kind, message))

    def warn(self, message: str) -> None:
        """Say what keeps quantfence from its work: once, until it was something else."""
        if message not in self._said:
            self._said.add(message)
            self.log(message, types.MessageType.Warning)


def path_of(uri: str) -> Path | None:
    """The file of a URI, without links; None where it is no file."""
    name = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(name).resolve() if name else None
