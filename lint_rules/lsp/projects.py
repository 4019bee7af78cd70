"""The projects of an editor's session: which one a file belongs to, and what was last found in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lint_rules.errors import UsageError
from lint_rules.locate import Project, locate, project_around
from lint_rules.lsp.engine import Analysis, Engine
from lint_rules.lsp.settings import Settings


class Projects:
    """The engines by their manifests, each made when a file or a folder leads to it."""

    def __init__(self, make: Callable[[Project], Engine]) -> None:
        self._make = make
        self._engines: dict[Path, Engine] = {}
        self.found: dict[Path, Analysis] = {}
        """What was last found, by the manifest."""
        self.folders: list[Path] = []
        """The folders that the editor has open."""

    def __iter__(self) -> Iterator[Engine]:
        return iter(list(self._engines.values()))

    def of_file(self, path: Path, settings: Settings) -> Engine | None:
        """The project that a file belongs to, found as the command line finds it from the file's folder; None for others.

        Raises UsageError where what the settings name does not exist.
        """
        for engine in self._engines.values():
            if engine.project.manifest == path:
                return engine
        project = self._project(path.parent, settings)
        if project is None or not path.is_relative_to(project.root):
            return None
        return self._engine(project)

    def of_folder(self, folder: Path, settings: Settings) -> Engine | None:
        """The project that a folder is in. Raises UsageError where what the settings name does not exist."""
        project = self._project(folder, settings)
        return self._engine(project) if project is not None else None

    def _project(self, folder: Path, settings: Settings) -> Project | None:
        if settings.manifest is None:
            return project_around(folder)
        above = next((each for each in self.folders if folder.is_relative_to(each)), None)
        if above is None:
            return None
        manifest = above / settings.manifest
        try:
            return locate(manifest, manifest.parent)
        except UsageError:
            raise UsageError(f"quantfence.manifest: there is no file {manifest}") from None

    def _engine(self, project: Project) -> Engine:
        if project.manifest not in self._engines:
            self._engines[project.manifest] = self._make(project)
        return self._engines[project.manifest]

    def drop(self, engine: Engine) -> None:
        """Let go of a project."""
        engine.end()
        self._engines.pop(engine.project.manifest, None)
        self.found.pop(engine.project.manifest, None)

    def end(self) -> None:
        """Let go of all."""
        for engine in self:
            self.drop(engine)
